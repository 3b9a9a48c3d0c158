package freshet.web;

import org.jspecify.annotations.Nullable;

/// A page that says one thing: not found, refused, broken.
///
/// @param help what to do now
/// @param number under which the log has the whole story
public record Message(
    PageFrame frame, int status, String title, String help, @Nullable String number) {}
