package freshet.torture;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Somebody who follows feeds, sends lists, edits feeds, marks many entries and makes rules all the
/// time, and remembers what was answered.
///
/// What was answered with success must be there as a whole, what was answered with an error must
/// not be there at all, and of what was cut off there is all or nothing.
final class Person {
  private static final String NOWHERE = "http://127.0.0.98:9/";
  private static final int LIST = 30;

  private final List<Deed> deeds = new ArrayList<>();
  private int next;

  private enum Answer {
    TAKEN,
    REFUSED,
    UNKNOWN
  }

  /// @param parts what must be there afterwards, each as [#there] names it
  private record Deed(String what, List<String> parts, Answer answer) {}

  /// Work of some kind, each in turn.
  ///
  /// @return whether it was taken
  boolean act(Program program) {
    int number = next++;
    return switch (number % 5) {
      case 1 -> list(program, number);
      case 2 -> edit(program, number);
      case 3 -> mark(program, number);
      case 4 -> rule(program, number);
      default -> follow(program, number);
    };
  }

  /// Follows one more feed.
  ///
  /// @return whether it was taken
  boolean follow(Program program) {
    return follow(program, next++);
  }

  private boolean follow(Program program, int number) {
    String url = NOWHERE + number + ".xml";
    return does(
        "follow " + number,
        List.of("feed " + url),
        () -> program.post("api/v1/feeds", "{\"address\":\"" + url + "\"}"));
  }

  private boolean list(Program program, int number) {
    StringBuilder opml = new StringBuilder("<opml version='2.0'><body><outline text='list ");
    opml.append(number).append("'>");
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < LIST; i++) {
      String url = NOWHERE + number + "/" + i + ".xml";
      opml.append("<outline type='rss' xmlUrl='").append(url).append("'/>");
      parts.add("feed " + url);
      parts.add("feed " + url + " in list " + number);
    }
    opml.append("</outline></body></opml>");
    return does("list " + number, parts, () -> program.upload("api/v1/opml", opml.toString()));
  }

  /// Gives the last feed that was followed a name and a folder, if it has none yet: a second edit
  /// would undo what the first was answered.
  private boolean edit(Program program, int number) {
    Deed last = null;
    for (Deed d : deeds) {
      if (d.what.startsWith("follow") && d.answer == Answer.TAKEN) last = d;
    }
    if (last == null) return false;
    String url = last.parts.getFirst().substring("feed ".length());
    for (Deed d : deeds) {
      if (d.what.startsWith("edit") && d.parts.getFirst().startsWith("feed " + url)) return false;
    }
    return does(
        "edit " + number,
        List.of("feed " + url + " in folder " + number, "feed " + url + " called " + number),
        () -> {
          for (JsonNode f : feeds(program)) {
            if (!f.get("address").asString().equals(url)) continue;
            String wish = "{\"title\":\"" + number + "\",\"folder\":\"folder " + number + "\"}";
            return program.send("PATCH", "api/v1/feeds/" + f.get("id").asLong(), wish);
          }
          throw new IOException("It is not listed");
        });
  }

  private boolean mark(Program program, int number) {
    List<String> parts = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    try {
      for (JsonNode e : program.json("api/v1/entries?limit=20").get("entries")) {
        ids.add(e.get("id").asString());
        parts.add("entry " + e.get("id").asString() + " tagged t" + number);
      }
    } catch (IOException e) {
      return false;
    }
    String wish = "{\"entries\":[" + String.join(",", ids) + "],\"addTags\":[\"t" + number + "\"]}";
    return does("mark " + number, parts, () -> program.post("api/v1/entries/marks", wish));
  }

  private boolean rule(Program program, int number) {
    String wish =
        "{\"name\":\"rule %d\",\"query\":\"word%d\",\"actions\":[\"star\"]}"
            .formatted(number, number);
    return does(
        "rule " + number, List.of("rule rule " + number), () -> program.post("api/v1/rules", wish));
  }

  private interface Call {
    Program.Said say() throws IOException;
  }

  private boolean does(String what, List<String> parts, Call call) {
    Answer answer = Answer.UNKNOWN;
    try {
      Program.Said said = call.say();
      if (said.isGood()) answer = Answer.TAKEN;
      // Of a commit that was under way when the database went away nobody can know, and one that
      // was done may be one whose answer could not be read.
      else if (!said.text().matches("(?s).*(went away while it was written|not be read).*")) {
        answer = Answer.REFUSED;
      }
    } catch (IOException e) {
      // cut off
    }
    deeds.add(new Deed(what, parts, answer));
    return answer == Answer.TAKEN;
  }

  /// Compares what was answered with what is there.
  void judge(Program program, Tally tally) throws IOException {
    Set<String> there = there(program);
    for (Deed d : deeds) {
      List<String> missing = new ArrayList<>(d.parts);
      missing.removeIf(there::contains);
      boolean none = missing.size() == d.parts.size();
      switch (d.answer) {
        case TAKEN -> tally.lost(missing);
        case REFUSED -> {
          if (!none) tally.half(d.what + " was refused and is there");
        }
        case UNKNOWN -> {
          if (!none && !missing.isEmpty()) {
            tally.half(d.what + " was cut off and " + missing.size() + " of its parts are missing");
          }
        }
      }
    }
    tally.compared += deeds.size();
  }

  /// All feeds, page by page.
  private static List<JsonNode> feeds(Program program) throws IOException {
    List<JsonNode> feeds = new ArrayList<>();
    String after = "0";
    while (true) {
      JsonNode page = program.json("api/v1/feeds?after=" + after);
      page.get("feeds").forEach(feeds::add);
      if (!page.has("next")) return feeds;
      after = page.get("next").asString();
    }
  }

  private Set<String> there(Program program) throws IOException {
    Set<String> there = new HashSet<>();
    for (JsonNode f : feeds(program)) {
      String feed = "feed " + f.get("address").asString();
      there.add(feed);
      there.add(feed + " called " + f.get("title").asString());
      for (JsonNode folder : f.get("folders")) there.add(feed + " in " + folder.asString());
    }
    for (JsonNode r : program.json("api/v1/rules").get("rules")) {
      there.add("rule " + r.get("name").asString());
    }
    for (JsonNode t : program.json("api/v1/tags").get("tags")) {
      String tag = t.get("tag").asString();
      for (JsonNode e : program.json("api/v1/entries?limit=500&tag=" + tag).get("entries")) {
        there.add("entry " + e.get("id").asString() + " tagged " + tag);
      }
    }
    return there;
  }
}
