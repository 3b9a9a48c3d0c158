package freshet.web;

import freshet.store.Accounts.Account;
import freshet.store.Keys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of an account.
///
/// @param others accounts that this one looks after; empty for all but the first
/// @param said what was just done, or why it was not
/// @param failed whether it was not
/// @param token just made, to be seen this once
public record AccountPage(
    Frame frame,
    String name,
    boolean first,
    boolean hasPassword,
    List<Keys.Token> tokens,
    List<Keys.Session> sessions,
    List<Account> others,
    List<String> hiddenTopics,
    @Nullable String said,
    boolean failed,
    @Nullable String token) {}
