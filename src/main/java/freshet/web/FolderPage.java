package freshet.web;

import freshet.model.Subscription;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The page of a folder.
///
/// @param typed its name among those beside it, as it was typed last
/// @param in the folder that it is in, or is to be in; empty for none
/// @param places the folders that it can be put into
/// @param inside the folders inside it
/// @param feeds in it and in those inside
/// @param error why it could not be changed
public record FolderPage(
    PageFrame frame,
    String folder,
    String typed,
    String in,
    List<String> places,
    List<String> inside,
    List<Subscription> feeds,
    @Nullable String error,
    @Nullable String done) {

  /// The address of a folder's page.
  public static String of(String folder) {
    return "/folder?name=" + URLEncoder.encode(folder, StandardCharsets.UTF_8);
  }

  /// `News/Science` as it is said.
  public static String words(String folder) {
    return SafeText.line(folder, 200).replace("/", " / ");
  }
}
