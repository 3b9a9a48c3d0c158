package freshet.api;

import static freshet.api.ReaderApi.READING_LIST;

import freshet.store.Accounts.Account;
import freshet.store.Entries.Full;
import freshet.store.Reading;
import freshet.store.Store;
import freshet.store.Streams.Arrived;
import freshet.store.Subscriptions.Subscription;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import tools.jackson.core.JsonGenerator;

/// The streams of Google Reader's API: which entries there are, and what is in them.
final class ReaderContents {
  private static final int MOST_ITEMS = 1_000;

  private final Store store;
  private final InstantSource clock;

  ReaderContents(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /// One more than asked for tells whether it goes on.
  private List<Arrived> page(Account account, ReaderStream stream) {
    if (stream.nothing()) return List.of();
    return store.streams().page(account.id(), stream.query(), stream.limit() + 1);
  }

  void ids(Context ctx, Account account) {
    ReaderStream stream = ReaderStream.of(ctx, null, 20, ReaderApi.MOST_IDS);
    List<Arrived> page = page(account, stream);
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("itemRefs");
          for (Arrived a : page.subList(0, Math.min(page.size(), stream.limit()))) {
            json.writeStartObject();
            json.writeStringProperty("id", String.valueOf(a.id()));
            json.writeArrayPropertyStart("directStreamIds");
            json.writeString("feed/" + a.feed());
            json.writeEndArray();
            json.writeStringProperty("timestampUsec", ReaderItem.usec(a.at()));
            json.writeEndObject();
          }
          json.writeEndArray();
          goOn(json, page, stream);
          json.writeEndObject();
        });
  }

  private static void goOn(JsonGenerator json, List<Arrived> page, ReaderStream stream) {
    if (page.size() <= stream.limit()) return;
    json.writeStringProperty("continuation", String.valueOf(page.get(stream.limit() - 1).id()));
  }

  void contents(Context ctx, Account account, String path) {
    ReaderStream stream = ReaderStream.of(ctx, path, 20, MOST_ITEMS);
    List<Arrived> page = page(account, stream);
    List<Long> ids = page.stream().limit(stream.limit()).map(Arrived::id).toList();
    List<ReaderItem> items = items(account, ids);
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("id", stream.id());
          json.writeNumberProperty("updated", clock.instant().getEpochSecond());
          write(json, items);
          goOn(json, page, stream);
          json.writeEndObject();
        });
  }

  void items(Context ctx, Account account) {
    List<ReaderItem> items = items(account, ReaderStream.items(ctx, MOST_ITEMS));
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("id", READING_LIST);
          json.writeNumberProperty("updated", clock.instant().getEpochSecond());
          write(json, items);
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, List<ReaderItem> items) {
    json.writeArrayPropertyStart("items");
    items.forEach(i -> i.write(json));
    json.writeEndArray();
  }

  /// Entries in the order of their ids here; those of feeds the account does not follow are left
  /// out, unless it has starred them.
  private List<ReaderItem> items(Account account, List<Long> ids) {
    Map<Long, Subscription> own = new HashMap<>();
    for (Subscription s : store.subscriptions().of(account.id())) own.put(s.feed(), s);
    Map<Long, Full> found = new HashMap<>();
    for (Full full : store.entries().full(ids)) found.put(full.entry().id(), full);
    Map<Long, Reading.Mark> marks = store.reading().marks(account.id(), ids);
    List<ReaderItem> items = new ArrayList<>();
    for (long id : ids) {
      Full full = found.get(id);
      Reading.Mark mark = marks.get(id);
      if (full == null || mark == null) continue;
      Subscription from = own.get(full.entry().feedId());
      if (from != null || mark.starred()) items.add(new ReaderItem(full, mark, from));
    }
    return items;
  }

  void atom(Context ctx, Account account) {
    String path = ctx.pathParam("stream");
    ReaderStream stream = ReaderStream.of(ctx, path, 20, MOST_ITEMS);
    List<Long> ids = page(account, stream).stream().limit(stream.limit()).map(Arrived::id).toList();
    List<ReaderItem> items = items(account, ids);
    String title =
        stream.query().feed() == null
            ? stream.id()
            : store
                .subscriptions()
                .find(account.id(), stream.query().feed())
                .map(Subscription::name)
                .orElse(stream.id());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newFactory().createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("feed");
      xml.writeDefaultNamespace(ReaderItem.ATOM);
      ReaderItem.text(xml, "id", "tag:google.com,2005:reader/" + stream.id());
      ReaderItem.text(xml, "title", title);
      ReaderItem.text(xml, "updated", clock.instant().toString());
      for (ReaderItem item : items) item.write(xml);
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e); // written to memory
    }
    ctx.contentType("application/atom+xml; charset=utf-8").result(bytes.toByteArray());
  }
}
