package freshet.web;

import org.jspecify.annotations.Nullable;

/// The page that asks who you are.
///
/// @param next where to go afterwards, an address of ours
/// @param name as it was typed
/// @param error why the last try failed
/// @param elsewhere the name of a service that can say who one is, if one is set
public record LoginPage(
    PageFrame frame,
    String next,
    String name,
    @Nullable String error,
    @Nullable String elsewhere) {}
