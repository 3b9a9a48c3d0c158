package freshet.cluster;

import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/// No broker of Kafka answers, or none that can be used.
public final class BrokerAway extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String sentence;

  BrokerAway(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.sentence = sentence;
  }

  /// Whether it may be there later: one that is being started, or restarted.
  public boolean passes() {
    return getCause() == null || getCause() instanceof RetriableException;
  }

  /// For the user.
  public String sentence() {
    return sentence;
  }
}
