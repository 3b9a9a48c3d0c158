package freshet.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Folders inside folders. `News/Science` is the folder Science inside the folder News, and that is
/// also its whole name: programs that know flat labels alone see it as one label
/// (docs/decisions/0265).
public final class FolderPath {
  private static final char SEPARATOR = '/';

  /// By name, what is inside a folder right after it.
  public static final Comparator<String> ORDER =
      Comparator.comparing(
          (String path) -> path.replace(SEPARATOR, '\0'), String.CASE_INSENSITIVE_ORDER);

  private FolderPath() {}

  /// Without blanks around the names and without names that are empty; empty if nothing is left.
  public static String tidy(String path) {
    return Arrays.stream(path.split("/", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.joining("/"));
  }

  /// The folder that it is in; null for one that is in none.
  public static @Nullable String parent(String path) {
    int at = path.lastIndexOf(SEPARATOR);
    return at <= 0 ? null : path.substring(0, at);
  }

  /// What it is called among those beside it.
  public static String name(String path) {
    String name = path.substring(path.lastIndexOf(SEPARATOR) + 1);
    return name.isBlank() ? path : name;
  }

  /// Where a folder of this name is inside another.
  ///
  /// @param parent null for inside none
  public static String in(@Nullable String parent, String name) {
    return parent == null || parent.isEmpty() ? name : parent + SEPARATOR + name;
  }

  /// Those that it is in, the outermost first, and itself.
  public static List<String> withParents(String path) {
    List<String> all = new ArrayList<>();
    for (String at = path; at != null; at = parent(at)) all.addFirst(at);
    return all;
  }

  /// Whether it is this folder or inside it.
  public static boolean isWithin(String path, String folder) {
    return path.equals(folder) || path.startsWith(folder + SEPARATOR);
  }

  /// Where something within a folder is once the folder is elsewhere.
  ///
  /// @param to null if the folder is gone and what was in it is in none
  /// @return null for none
  public static @Nullable String moved(String path, String from, @Nullable String to) {
    if (!isWithin(path, from)) return path;
    if (path.equals(from)) return to;
    return in(to, path.substring(from.length() + 1));
  }
}
