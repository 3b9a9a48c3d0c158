package freshet.demo;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One published entry and the truth about it.
///
/// @param id names it within its site
/// @param site the id of its site
/// @param published when it appeared, on the web's real clock, to the second
/// @param topic one of economy, health, politics, sport, technology, culture, weather
/// @param sentences its whole text; the first is the lead
/// @param desk who signs it
/// @param copyOf the address of the entry it was copied from, or null
/// @param change what was done to the copied text
public record DemoEntry(
    String id,
    String site,
    URI url,
    Instant published,
    String language,
    String topic,
    String title,
    List<String> sentences,
    String desk,
    @Nullable URI copyOf,
    Alteration change) {

  public DemoEntry {
    sentences = List.copyOf(sentences);
  }

  public String text() {
    return String.join(language.equals("ja") ? "" : " ", sentences);
  }

  public String lead() {
    return sentences.getFirst();
  }

  /// The entry whose text this is, itself or the one it was copied from: equal for copies of one
  /// another, different otherwise.
  public URI story() {
    return copyOf == null ? url : copyOf;
  }
}
