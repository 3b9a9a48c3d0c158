package freshet.parse.ns;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The feed being read, and its entries.
public final class Drafts {
  private final int mostEntries;
  private final Draft feed = new Draft();
  private final List<Draft> entries = new ArrayList<>();
  private final List<String> namespaces = new ArrayList<>();
  public final List<Integer> skipHours = new ArrayList<>();
  public final List<String> skipDays = new ArrayList<>();
  private final Deque<Draft> outer = new ArrayDeque<>(0); // entries around the open one
  private @Nullable Draft entry;
  private @Nullable Draft source;
  private @Nullable String format;

  public Drafts(int mostEntries) {
    this.mostEntries = mostEntries;
  }

  /// What the element at hand describes: the entry it is in, else the feed.
  public Draft current() {
    return source != null ? source : entry != null ? entry : feed;
  }

  public Draft feed() {
    return feed;
  }

  public boolean inEntry() {
    return entry != null;
  }

  public List<Draft> entries() {
    return entries;
  }

  /// An entry begins. One inside another is an entry beside it; the outer one goes on after it.
  public Draft openEntry() {
    source = null;
    Draft opened = new Draft();
    if (entry != null) outer.push(entry);
    entry = opened;
    if (entries.size() < mostEntries) entries.add(opened);
    return opened;
  }

  public void closeEntry() {
    Draft closed = entry;
    entry = outer.poll();
    source = null;
    boolean stray = entry != null && closed != null && closed.isEmpty();
    if (stray && entries.getLast() == closed) entries.removeLast();
  }

  /// What an entry tells of the feed it was copied from is not about the entry.
  public void openSource() {
    source = new Draft();
  }

  public @Nullable Draft closeSource() {
    Draft closed = source;
    source = null;
    return closed;
  }

  public boolean full() {
    return entries.size() >= mostEntries && entry == null;
  }

  /// The first root element that is a feed's decides; null until then.
  public @Nullable String format() {
    return format;
  }

  public void format(String name) {
    if (format == null) format = name;
  }

  public void namespace(String name) {
    if (!name.isEmpty() && namespaces.size() < 100 && !namespaces.contains(name)) {
      namespaces.add(name);
    }
  }

  public List<String> namespaces() {
    return namespaces;
  }
}
