package freshet.torture;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Somebody who follows feeds all the time, and remembers what was answered.
final class Person {
  private final List<String> taken = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private int next;

  /// Follows one more feed.
  ///
  /// @return whether it was taken
  boolean follow(Program program) {
    String url = "http://127.0.0.98:9/" + next++ + ".xml";
    try {
      Program.Said said = program.post("api/v1/feeds", "{\"address\":\"" + url + "\"}");
      if (said.isGood()) taken.add(url);
      // Of a commit that was under way when the database went away nobody can know, and one that
      // was done may be one whose answer could not be read.
      else if (!said.text().matches("(?s).*(went away while it was written|not be read).*")) {
        refused.add(url);
      }
      return said.isGood();
    } catch (IOException e) {
      return false;
    }
  }

  /// Compares what was answered with what is there.
  void judge(Program program, Tally tally) throws IOException {
    List<String> there = new ArrayList<>();
    for (JsonNode f : program.json("api/v1/feeds").get("feeds")) {
      there.add(f.get("address").asString());
    }
    List<String> lost = new ArrayList<>(taken);
    lost.removeAll(there);
    tally.lost(lost);
    for (String url : refused)
      if (there.contains(url)) tally.half(url + " was refused and is there");
    tally.compared += taken.size() + refused.size();
  }
}
