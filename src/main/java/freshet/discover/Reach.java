package freshet.discover;

import java.util.Locale;

/// What belongs to the site of an input.
public enum Reach {
  /// Its host, with or without `www.`: for `www.blog.ut.ee` that is `blog.ut.ee`, not all of the
  /// university.
  HOST,
  /// Everything under its registered domain by the public suffix list: `ut.ee`.
  DOMAIN;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// @throws IllegalArgumentException with a sentence for the user
  public static Reach of(String word) {
    for (Reach reach : values()) if (reach.word().equals(word)) return reach;
    throw new IllegalArgumentException("must be host or domain");
  }
}
