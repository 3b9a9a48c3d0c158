package freshet.cluster;

import freshet.cluster.Message.Poll;

/// The way from a controller to its terminals.
interface Post {
  /// Sends a piece of work, or does not: nobody else can tell either.
  void send(String site, Poll work);

  BrokerClock clock();

  /// Waits until some terminal is there to do it.
  void awaitTerminal() throws InterruptedException;
}
