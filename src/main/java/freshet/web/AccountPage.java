package freshet.web;

import freshet.model.Account;
import freshet.model.Session;
import freshet.model.Token;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of an account.
///
/// @param provider of OpenID, which can say who one is; null if none is set
/// @param linked whether it says so of this account
/// @param others accounts that this one looks after; empty for all but the first
/// @param said what was just done, or why it was not
/// @param failed whether it was not
/// @param token just made, to be seen this once
public record AccountPage(
    PageFrame frame,
    String name,
    boolean first,
    boolean hasPassword,
    @Nullable String provider,
    boolean linked,
    List<Token> tokens,
    List<Session> sessions,
    List<Account> others,
    List<String> hiddenTopics,
    @Nullable String said,
    boolean failed,
    @Nullable String token) {}
