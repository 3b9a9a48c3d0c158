package freshet.exchange;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The templates that the owner of an installation has put into a folder, `NAME.html` each.
public final class Templates {
  private static final long LARGEST = 1_000_000;

  private final Path folder;

  /// @param folder need not be there
  public Templates(Path folder) {
    this.folder = folder;
  }

  /// @param name null for the usual one
  /// @throws IllegalArgumentException with a sentence for the user, if there is none
  public FeedTemplate find(@Nullable String name) {
    if (name == null || name.isEmpty()) return FeedHtml.USUAL;
    Path file = folder.resolve(name + ".html");
    if (!name.matches("[A-Za-z0-9_-]{1,60}") || !Files.isRegularFile(file)) {
      throw new IllegalArgumentException("There is no such template");
    }
    return read(file);
  }

  /// @throws IllegalArgumentException with a sentence for the user, if it cannot be used
  public static FeedTemplate read(Path file) {
    try {
      if (Files.size(file) > LARGEST) {
        throw new IllegalArgumentException("The template is larger than 1 MB");
      }
      return FeedTemplate.of(Files.readString(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("The template cannot be read: " + e.getMessage(), e);
    }
  }
}
