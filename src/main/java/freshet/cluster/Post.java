package freshet.cluster;

import freshet.cluster.Message.Kind;
import freshet.cluster.Message.Work;
import java.util.function.IntSupplier;

/// The way from a controller to its terminals.
interface Post {
  /// Sends a piece of work, or does not: nobody else can tell either.
  ///
  /// @param notSent run if it is certain that it did not leave this process
  void send(String site, Work work, Runnable notSent);

  BrokerClock clock();

  /// Waits until terminals are there that can begin another piece of work soon.
  ///
  /// @param away how many this controller has away
  void awaitRoom(IntSupplier away) throws InterruptedException;

  /// Whether every terminal that is there knows this kind of work. Which of them gets a piece
  /// nobody can say.
  boolean allTake(Kind kind);
}
