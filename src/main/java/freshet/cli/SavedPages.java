package freshet.cli;

import freshet.crawl.Visit;
import freshet.extract.HtmlPage;
import freshet.text.Cut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Pages kept in a folder: as they came, or as XML.
///
/// @param folder null keeps none
record SavedPages(@Nullable Path folder, Form form) {
  enum Form {
    html,
    full,
    reduced
  }

  static SavedPages in(@Nullable Path folder, Form form) throws IOException {
    if (folder != null) Files.createDirectories(folder);
    return new SavedPages(folder, form);
  }

  /// @return the file, or null if none is kept
  @Nullable String save(Visit visit, HtmlPage page) throws IOException {
    byte[] body = visit.body();
    if (folder == null || body == null) return null;
    String url = visit.url();
    String name =
        Cut.start(url.substring(url.indexOf("://") + 3).replaceAll("[^A-Za-z0-9.-]+", "_"), 100);
    String end = form == Form.html ? ".html" : ".xml";
    // The hash tells apart what the name does not.
    Path file = folder.resolve(name + "-" + Integer.toHexString(url.hashCode()) + end);
    byte[] bytes =
        switch (form) {
          case html -> body;
          case full -> page.fullXml().getBytes(StandardCharsets.UTF_8);
          case reduced -> page.reducedXml().getBytes(StandardCharsets.UTF_8);
        };
    Files.write(file, bytes);
    return file.toString();
  }
}
