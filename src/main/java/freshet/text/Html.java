package freshet.text;

/// Text as HTML and XML show it.
public final class Html {
  private Html() {}

  /// For any place, within an attribute's quotation marks too.
  public static String escape(String text) {
    return escapeText(text).replace("\"", "&quot;");
  }

  /// For text between tags: quotation marks stay.
  public static String escapeText(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /// What a character is written as between tags; "" if it may stand as it is.
  public static String inText(int c) {
    return switch (c) {
      case '&' -> "&amp;";
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      default -> "";
    };
  }

  /// The same within an attribute's quotation marks.
  public static String inAttribute(int c) {
    return c == '"' ? "&quot;" : inText(c);
  }
}
