package freshet.readerapi;

import freshet.library.Browsing;
import freshet.model.Account;
import freshet.model.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// An entry as Miniflux's API sends it.
record MinifluxEntry(
    long id,
    long userId,
    long feedId,
    String status,
    String hash,
    String title,
    String url,
    String commentsUrl,
    Instant publishedAt,
    Instant createdAt,
    Instant changedAt,
    String content,
    String author,
    String shareCode,
    boolean starred,
    int readingTime,
    List<Enclosure> enclosures,
    List<String> tags,
    MinifluxFeed feed) {
  /// Files of one entry, so that each has a number of its own.
  static final int FILES = 1_000;

  /// Roughly what people read, as Miniflux counts by default.
  private static final int WORDS_A_MINUTE = 265;

  record Enclosure(
      long id,
      long userId,
      long entryId,
      String url,
      String mimeType,
      long size,
      long mediaProgression) {}

  static MinifluxEntry of(Browsing.Item found, Account who) {
    ReaderItem item = new ReaderItem(found, new ItemIds(Long.MAX_VALUE));
    Entry e = found.full().entry();
    List<Enclosure> files = new ArrayList<>();
    for (var file : found.full().body().enclosures()) {
      if (files.size() == FILES - 1) break;
      files.add(
          new Enclosure(
              e.id() * FILES + files.size() + 1,
              who.id(),
              e.id(),
              file.url(),
              file.type() == null ? "application/octet-stream" : file.type(),
              file.length() == null ? 0 : file.length(),
              0));
    }
    String comments = found.full().body().comments();
    String html = item.html();
    return new MinifluxEntry(
        e.id(),
        who.id(),
        e.feedId(),
        found.mark().unread() ? "unread" : "read",
        Long.toHexString(e.id()),
        item.title(),
        item.link(),
        comments == null ? "" : comments,
        e.placed(),
        e.firstSeen(),
        e.editedAt() == null ? e.firstSeen() : e.editedAt(),
        html,
        String.join(", ", e.authors()),
        "",
        found.mark().starred(),
        e.duration() == null ? minutes(html) : Math.ceilDiv((int) e.duration().toSeconds(), 60),
        files,
        e.categories(),
        MinifluxFeed.of(e, found.from(), who));
  }

  /// How long it takes to read, by the blanks outside of tags.
  private static int minutes(String html) {
    int words = 0;
    boolean inTag = false;
    boolean inWord = false;
    for (int i = 0; i < html.length(); i++) {
      char c = html.charAt(i);
      if (c == '<') inTag = true;
      boolean letter = !inTag && !Character.isWhitespace(c);
      if (letter && !inWord) words++;
      inWord = letter;
      if (c == '>') inTag = false;
    }
    return Math.ceilDiv(words, WORDS_A_MINUTE);
  }
}
