package freshet.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entry that is stored, without its long parts (those are [EntryBody]).
///
/// @param title and `excerpt` are plain text
/// @param dateOnly the publisher gave a day without a time
/// @param firstSeen when Freshet stored it
/// @param editedAt when Freshet last saw the publisher change it
public record Entry(
    long id,
    long feedId,
    String feedName,
    @Nullable String guid,
    @Nullable String link,
    @Nullable String title,
    @Nullable String excerpt,
    List<String> authors,
    List<String> categories,
    @Nullable String image,
    @Nullable Instant published,
    boolean dateOnly,
    Instant firstSeen,
    @Nullable Instant updated,
    @Nullable Instant editedAt,
    @Nullable String language) {}
