package freshet.cluster;

import org.jspecify.annotations.Nullable;

/// No broker of Kafka answers, or none that can be used.
public final class BrokerAway extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String sentence;

  BrokerAway(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.sentence = sentence;
  }

  /// For the user.
  public String sentence() {
    return sentence;
  }
}
