package freshet.text;

/// Cuts texts to a length, never through the middle of a character.
public final class Cut {
  private Cut() {}

  /// At most `most` characters, the last of them "…" if something is missing.
  public static String to(String text, int most) {
    return text.length() <= most ? text : start(text, most - 1) + "…";
  }

  /// The first `most` characters.
  public static String start(String text, int most) {
    if (text.length() <= most) return text;
    boolean halved = most > 0 && Character.isHighSurrogate(text.charAt(most - 1));
    return text.substring(0, halved ? most - 1 : most);
  }

  /// At most `most` characters and "…", cut between two words if there is a blank in the second
  /// half.
  public static String betweenWords(String text, int most) {
    if (text.length() <= most) return text;
    int blank = text.lastIndexOf(' ', most);
    return start(text, blank < most / 2 ? most : blank).stripTrailing() + "…";
  }
}
