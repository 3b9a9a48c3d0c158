package freshet.cluster;

import org.jspecify.annotations.Nullable;

/// No broker of Kafka answers, or none that can be used; the message is a sentence for the user.
public final class BrokerAway extends RuntimeException {
  private static final long serialVersionUID = 1;

  BrokerAway(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
