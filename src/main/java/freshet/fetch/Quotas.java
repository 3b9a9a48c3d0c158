package freshet.fetch;

import java.time.Instant;

/// Keeps the budgets of quota groups. A poll comes with one call; whoever needs more asks here.
public interface Quotas {
  /// No limit at all, for looking at an address once.
  Quotas FREE =
      new Quotas() {
        @Override
        public boolean take(String group) {
          return true;
        }

        @Override
        public void rest(String group, Instant until, String reason) {}
      };

  /// Takes one more call of the group's budget; false if there is none left now.
  boolean take(String group);

  /// The server says that the calls of the group are spent until then.
  void rest(String group, Instant until, String reason);
}
