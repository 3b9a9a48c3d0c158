package freshet.crawl;

import freshet.extract.Link;
import freshet.text.Csv;
import freshet.text.Cut;
import java.util.List;

/// Every link that a robot met as a line of CSV: on which page, where to, its words, whether it was
/// followed, and the word by which it is on the topic.
public final class LinkLines {
  public static final String HEADING =
      Csv.of(List.of(List.of("page", "link", "text", "followed", "match")));

  private LinkLines() {}

  public static String line(Visit visit, Link link, boolean followed, String match) {
    return Csv.of(
        List.of(
            List.of(
                visit.finalUrl(),
                link.url(),
                Cut.start(link.text(), 300),
                followed ? "yes" : "no",
                match)));
  }
}
