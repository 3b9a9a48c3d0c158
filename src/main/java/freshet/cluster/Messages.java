package freshet.cluster;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import freshet.article.PageFetcher;
import freshet.article.PageFetcher.Reading.Stopped;
import freshet.article.PageFetcher.Reading.Text;
import freshet.cluster.Message.Answered;
import freshet.fetch.Leg;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.ParseOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/// Messages as bytes: `F` `r`, the version, 1 if what follows is deflated or 0 if not, then JSON.
///
/// Versions run side by side while machines are upgraded one after the other. What a reader does
/// not know is left out, and what an older one did not write is missing, so a new component needs
/// no new version. The version is raised only when an older program would misunderstand; it then
/// refuses the message. Whatever the bytes are, reading them takes bounded memory and ends in a
/// message or in [Unreadable].
final class Messages {
  static final int VERSION = 1;

  /// As bytes on the wire.
  static final int MOST = 8 * 1024 * 1024;

  /// When inflated.
  private static final int MOST_INFLATED = 64 * 1024 * 1024;

  /// Less is not worth deflating.
  private static final int SMALL = 400;

  private static final int HEADER = 4;

  private static final String NEWER =
      "A terminal of a later version answered in a way that this controller does not know.";

  /// The middle of a sentence.
  private static final String NOT_KNOWN =
      "came to something that only a later version of Freshet knows";

  /// An outcome that only a later version knows is read as one that could not be reached.
  @JsonTypeInfo(
      use = JsonTypeInfo.Id.NAME,
      property = "kind",
      defaultImpl = FetchOutcome.Unreachable.class)
  @JsonSubTypes({
    @JsonSubTypes.Type(value = FetchOutcome.Fetched.class, name = "fetched"),
    @JsonSubTypes.Type(value = FetchOutcome.Unchanged.class, name = "unchanged"),
    @JsonSubTypes.Type(value = FetchOutcome.Gone.class, name = "gone"),
    @JsonSubTypes.Type(value = FetchOutcome.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = FetchOutcome.Unreachable.class, name = "unreachable"),
    @JsonSubTypes.Type(value = FetchOutcome.Forbidden.class, name = "forbidden")
  })
  private interface FetchKinds {}

  /// The same of a reading: one at which Freshet failed.
  @JsonTypeInfo(
      use = JsonTypeInfo.Id.NAME,
      property = "kind",
      defaultImpl = ParseOutcome.Broken.class)
  @JsonSubTypes({
    @JsonSubTypes.Type(value = ParseOutcome.Parsed.class, name = "parsed"),
    @JsonSubTypes.Type(value = ParseOutcome.NotAFeed.class, name = "not a feed"),
    @JsonSubTypes.Type(value = ParseOutcome.Stopped.class, name = "stopped"),
    @JsonSubTypes.Type(value = ParseOutcome.Broken.class, name = "broken")
  })
  private interface ParseKinds {}

  /// The same of a page.
  @JsonTypeInfo(
      use = JsonTypeInfo.Id.NAME,
      property = "kind",
      defaultImpl = PageFetcher.Reading.Stopped.class)
  @JsonSubTypes({
    @JsonSubTypes.Type(value = PageFetcher.Reading.Text.class, name = "text"),
    @JsonSubTypes.Type(value = PageFetcher.Reading.NoPage.class, name = "no page"),
    @JsonSubTypes.Type(value = PageFetcher.Reading.Stopped.class, name = "stopped")
  })
  private interface ReadingKinds {}

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(50)
                          .maxStringLength(8_000_000)
                          .maxDocumentLength(MOST_INFLATED)
                          .build())
                  .build())
          .addMixIn(FetchOutcome.class, FetchKinds.class)
          .addMixIn(ParseOutcome.class, ParseKinds.class)
          .addMixIn(PageFetcher.Reading.class, ReadingKinds.class)
          .changeDefaultVisibility(v -> v.withIsGetterVisibility(Visibility.NONE))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
          .withConfigOverride(
              List.class, o -> o.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .withConfigOverride(
              Map.class, o -> o.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .build();

  private Messages() {}

  /// Bytes that are no message of a version that is known here.
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    Unreadable(String message) {
      super(message);
    }
  }

  /// More than can be sent.
  static final class TooLarge extends Exception {
    private static final long serialVersionUID = 1;

    TooLarge(int bytes) {
      super("a message of " + bytes + " bytes is larger than " + MOST);
    }
  }

  static byte[] write(Message message) throws TooLarge {
    byte[] json = JSON.writerFor(Message.class).writeValueAsBytes(message);
    byte[] bytes = json.length < SMALL ? plain(json) : deflated(json);
    if (bytes.length > MOST) throw new TooLarge(bytes.length);
    return bytes;
  }

  static Message read(byte[] bytes) throws Unreadable {
    if (bytes.length < HEADER || bytes[0] != 'F' || bytes[1] != 'r') {
      throw new Unreadable("it is no message of Freshet");
    }
    if (bytes.length > MOST) throw new Unreadable("it is too large");
    if (bytes[2] < 1 || bytes[2] > VERSION) {
      throw new Unreadable("it is of version " + bytes[2] + ", known here is " + VERSION);
    }
    byte[] json =
        switch (bytes[3]) {
          case 0 -> Arrays.copyOfRange(bytes, HEADER, bytes.length);
          case 1 -> inflated(bytes);
          default -> throw new Unreadable("it is packed in an unknown way");
        };
    try {
      Message message = JSON.readValue(json, Message.class);
      if (message == null) throw new Unreadable("it is empty");
      return message instanceof Answered answer ? understood(answer) : message;
    } catch (JacksonException e) {
      throw new Unreadable(e.getOriginalMessage());
    }
  }

  /// Gives what only a later version knows a meaning that is known here, so that the answer counts:
  /// a feed is then asked again, and its page says why.
  private static Answered understood(Answered answer) {
    Leg leg = answer.leg();
    FetchOutcome outcome =
        switch (leg.outcome()) {
          case Unreachable u when isNull(u.trouble()) ->
              new Unreachable(Trouble.BROKEN_ANSWER, said(u.reason()));
          case Forbidden f when isNull(f.ban()) ->
              new Unreachable(Trouble.BROKEN_ANSWER, said(f.reason()));
          case null, default -> leg.outcome();
        };
    ParseOutcome parsed = answer.parsed();
    if (parsed instanceof ParseOutcome.Broken b) parsed = new ParseOutcome.Broken(said(b.reason()));
    PageFetcher.Reading read = answer.read();
    if (read instanceof Stopped stopped && isNull(stopped.reason())) read = new Stopped(NOT_KNOWN);
    if (read instanceof Text text && isNull(text.page())) read = new Stopped(NOT_KNOWN);
    if (!(outcome instanceof FetchOutcome.Fetched)) {
      parsed = null;
      read = null;
    }
    return new Answered(
        answer.request(),
        answer.terminal(),
        outcome == null ? leg : leg.with(outcome),
        parsed,
        read,
        answer.sitemaps());
  }

  /// What JSON leaves out, or names in a way that is not known, is null whatever the record says.
  private static boolean isNull(@Nullable Object value) {
    return value == null;
  }

  private static String said(@Nullable String reason) {
    return reason == null ? NEWER : reason;
  }

  private static byte[] plain(byte[] json) {
    byte[] bytes = new byte[HEADER + json.length];
    header(bytes, 0);
    System.arraycopy(json, 0, bytes, HEADER, json.length);
    return bytes;
  }

  private static void header(byte[] bytes, int packed) {
    bytes[0] = 'F';
    bytes[1] = 'r';
    bytes[2] = VERSION;
    bytes[3] = (byte) packed;
  }

  private static byte[] deflated(byte[] json) {
    try (Deflater deflater = new Deflater(Deflater.BEST_SPEED, true)) {
      deflater.setInput(json);
      deflater.finish();
      byte[] bytes = new byte[HEADER + json.length / 2 + 64];
      header(bytes, 1);
      int length = HEADER;
      while (!deflater.finished()) {
        if (length == bytes.length) bytes = Arrays.copyOf(bytes, bytes.length * 2);
        length += deflater.deflate(bytes, length, bytes.length - length);
      }
      return Arrays.copyOf(bytes, length);
    }
  }

  private static byte[] inflated(byte[] bytes) throws Unreadable {
    try (Inflater inflater = new Inflater(true)) {
      inflater.setInput(bytes, HEADER, bytes.length - HEADER);
      byte[] json = new byte[Math.clamp(4L * bytes.length, 1024, MOST_INFLATED)];
      int length = 0;
      while (true) {
        int more = inflater.inflate(json, length, json.length - length);
        length += more;
        if (inflater.finished()) return Arrays.copyOf(json, length);
        if (length == json.length) {
          if (length >= MOST_INFLATED) throw new Unreadable("it is too large when unpacked");
          json = Arrays.copyOf(json, Math.min(2 * length, MOST_INFLATED));
        } else if (more == 0) {
          throw new Unreadable("it ends too soon");
        }
      }
    } catch (DataFormatException e) {
      throw new Unreadable("it is damaged");
    }
  }
}
