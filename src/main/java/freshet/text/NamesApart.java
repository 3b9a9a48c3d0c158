package freshet.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Feeds that share a name, as a paper's sport and its politics often do, are told apart by the end
/// of their addresses: `Courier · sport.xml`, `Courier · courier.example`.
public final class NamesApart {
  private NamesApart() {}

  /// @param addresses one for each name
  /// @return what to call each, in the same order
  public static List<String> of(List<String> names, List<String> addresses) {
    Map<String, Integer> bearers = new HashMap<>();
    for (String name : names) bearers.merge(name, 1, Integer::sum);
    List<String> apart = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      boolean shared = bearers.getOrDefault(name, 0) > 1;
      apart.add(shared ? name + " · " + tail(addresses.get(i)) : name);
    }
    return apart;
  }

  /// `sport.xml` or `paper.example`, never a name and password before it.
  private static String tail(String address) {
    String end = address.replaceFirst("^[a-z]+://([^/@]*@)?", "").replaceFirst("/+$", "");
    return Cut.to(end.substring(end.lastIndexOf('/') + 1), 80);
  }
}
