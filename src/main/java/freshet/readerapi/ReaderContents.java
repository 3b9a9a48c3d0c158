package freshet.readerapi;

import static freshet.readerapi.ReaderApi.READING_LIST;
import static freshet.readerapi.ReaderStream.first;
import static freshet.readerapi.ReaderStream.needed;

import freshet.http.Held;
import freshet.http.Json;
import freshet.library.Browsing;
import freshet.library.Library;
import freshet.model.Account;
import freshet.model.Arrived;
import freshet.model.Subscription;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import tools.jackson.core.JsonGenerator;

/// The streams of Google Reader's API: which entries there are, and what is in them.
final class ReaderContents {
  /// Some apps ask for everything at once and do not go on where an answer ends.
  private static final int MOST_ITEMS = 10_000;

  private static final int MOST_IDS = 100_000;

  private static final int MOST_OF_ATOM = 1_000;

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("MMMM d, uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private final Library library;
  private final ItemIds ids;
  private final InstantSource clock;

  ReaderContents(Library library, ItemIds ids, InstantSource clock) {
    this.library = library;
    this.ids = ids;
    this.clock = clock;
  }

  private ReaderStream stream(Context ctx, Account account, String path, int most) {
    return ReaderStream.of(
        ctx,
        what -> library.feeds().subscription(account, what).map(Subscription::feed),
        path,
        20,
        most);
  }

  /// One more than asked for tells whether it goes on.
  private List<Arrived> page(Account account, ReaderStream stream) {
    if (stream.nothing()) return List.of();
    return library
        .browsing()
        .arrived(
            account, stream.selection(), stream.oldestFirst(), stream.after(), stream.limit() + 1);
  }

  void ids(Context ctx, Account account) {
    ReaderStream stream = stream(ctx, account, "", MOST_IDS);
    List<Arrived> page = page(account, stream);
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          refs(json, "itemRefs", page.stream().limit(stream.limit()).map(Arrived::id).toList());
          goOn(json, page, stream);
          json.writeEndObject();
        });
  }

  private void goOn(JsonGenerator json, List<Arrived> page, ReaderStream stream) {
    if (page.size() <= stream.limit()) return;
    long last = page.get(stream.limit() - 1).id();
    json.writeStringProperty("continuation", String.valueOf(ids.of(last)));
  }

  /// How many entries a stream has; with `a=true` also the day of the newest.
  void count(Context ctx, Account account) {
    ReaderStream stream = stream(ctx, account, "", 1);
    long count = stream.nothing() ? 0 : library.browsing().count(account, stream.selection());
    String text = String.valueOf(count);
    if ("true".equals(first(ctx, "a"))) {
      List<Arrived> newest = page(account, stream);
      if (!newest.isEmpty()) text += "#" + DAY.format(newest.getFirst().at());
    }
    ctx.contentType("text/plain; charset=utf-8").result(text);
  }

  void search(Context ctx, Account account) {
    Long most = ReaderStream.number(ctx, "num");
    int limit = Math.clamp(most == null ? 20 : most, 1, 500);
    List<Long> found = library.searching().find(account, needed(ctx, "q"), limit);
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          refs(json, "results", found);
          json.writeEndObject();
        });
  }

  private void refs(JsonGenerator json, String name, List<Long> entries) {
    json.writeArrayPropertyStart(name);
    for (long entry : entries) {
      json.writeStartObject();
      json.writeStringProperty("id", String.valueOf(ids.of(entry)));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  void contents(Context ctx, Account account, String path) {
    ReaderStream stream = stream(ctx, account, path, MOST_ITEMS);
    List<Arrived> page = page(account, stream);
    List<Long> entries = page.stream().limit(stream.limit()).map(Arrived::id).toList();
    send(ctx, account, stream.id(), entries, json -> goOn(json, page, stream));
  }

  void items(Context ctx, Account account) {
    send(ctx, account, READING_LIST, ReaderStream.items(ctx), _ -> {});
  }

  private void send(
      Context ctx,
      Account account,
      String stream,
      List<Long> entries,
      Consumer<JsonGenerator> end) {
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("id", stream);
          json.writeNumberProperty("updated", clock.instant().getEpochSecond());
          json.writeArrayPropertyStart("items");
          library.browsing().items(account, entries, item -> new ReaderItem(item, ids).write(json));
          json.writeEndArray();
          end.accept(json);
          json.writeEndObject();
        });
  }

  void atom(Context ctx, Account account) {
    String path = ctx.pathParam("stream");
    ReaderStream stream = stream(ctx, account, path, MOST_OF_ATOM);
    List<Long> entries =
        page(account, stream).stream().limit(stream.limit()).map(Arrived::id).toList();
    Long feed = stream.selection().feed();
    String title =
        feed == null
            ? stream.id()
            : library
                .feeds()
                .subscription(account, feed)
                .map(Subscription::name)
                .orElse(stream.id());
    Held held = new Held(ctx, "application/atom+xml; charset=utf-8");
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newFactory().createXMLStreamWriter(held, StandardCharsets.UTF_8.name());
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("feed");
      xml.writeDefaultNamespace(ReaderItem.ATOM);
      ReaderItem.text(xml, "id", "tag:google.com,2005:reader/" + stream.id());
      ReaderItem.text(xml, "title", title);
      ReaderItem.text(xml, "updated", clock.instant().toString());
      library.browsing().items(account, entries, item -> write(item, xml));
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e); // written to memory, or nobody reads it any more
    }
    if (!held.isSent()) {
      ctx.contentType("application/atom+xml; charset=utf-8").result(held.bytes());
    }
  }

  private void write(Browsing.Item item, XMLStreamWriter xml) {
    try {
      new ReaderItem(item, ids).write(xml);
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
  }
}
