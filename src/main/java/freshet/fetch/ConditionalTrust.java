package freshet.fetch;

import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.Validators;

/// How far a server's "not modified" is believed.
///
/// Some servers answer 304 to every conditional request, or keep one ETag for ever, while their
/// feed goes on changing; asked conditionally, such a feed looks dead. So now and then it is asked
/// unconditionally: first after 8 answers of 304 in a row, then, each time the check finds nothing,
/// after twice as many, up to 64.
///
/// A check that finds new content under the very validators we hold is proof. New content under
/// other validators may be chance: it came just then. Twice in a row, with no honest 200 between,
/// is chance no longer. From then on the feed is never asked conditionally.
///
/// @param quiet answers of 304 since the last other answer
/// @param patience how many of them until the next check
/// @param strikes checks in a row that found something
public record ConditionalTrust(int quiet, int patience, int strikes, boolean lost) {
  private static final int MOST_PATIENCE = 64;

  public static final ConditionalTrust NEW = new ConditionalTrust(0, 8, 0, false);

  /// What to ask with: what is known, or nothing if the server is to be checked.
  public Validators toSend(Validators known) {
    return lost || quiet >= patience ? Validators.NONE : known;
  }

  /// @param known the validators held when the feed was asked
  /// @param sent those it was asked with: `toSend(known)`
  /// @param changed whether the answer held new or edited entries
  public ConditionalTrust after(
      FetchOutcome outcome, Validators known, Validators sent, boolean changed) {
    if (lost || known.isEmpty()) return this;
    boolean checked = sent.isEmpty();
    return switch (outcome) {
      case Unchanged u when u.answer().status() == 304 ->
          new ConditionalTrust(Math.min(quiet + 1, MOST_PATIENCE), patience, strikes, false);
      case Unchanged _ -> checked ? passed() : honest();
      case Fetched f when checked && changed -> caught(known.equals(f.answer().validators()));
      case Fetched _ -> checked ? passed() : honest();
      default -> this;
    };
  }

  private ConditionalTrust passed() {
    return new ConditionalTrust(0, Math.min(patience * 2, MOST_PATIENCE), 0, false);
  }

  /// It was asked conditionally and sent a body: it does look at the validators.
  private ConditionalTrust honest() {
    return new ConditionalTrust(0, patience, 0, false);
  }

  private ConditionalTrust caught(boolean underTheSameValidators) {
    boolean proven = underTheSameValidators || strikes >= 1;
    return new ConditionalTrust(0, NEW.patience, strikes + 1, proven);
  }

  /// All of it in one number, for storing; 0 is [#NEW].
  public int packed() {
    int doublings = Integer.numberOfTrailingZeros(patience / NEW.patience);
    return quiet | (doublings << 8) | (Math.min(strikes, 7) << 12) | (lost ? 1 << 15 : 0);
  }

  public static ConditionalTrust unpacked(int packed) {
    int doublings = Math.min((packed >> 8) & 15, 3);
    return new ConditionalTrust(
        Math.min(packed & 255, MOST_PATIENCE),
        NEW.patience << doublings,
        (packed >> 12) & 7,
        (packed & (1 << 15)) != 0);
  }
}
