package freshet.crawl;

import freshet.text.SessionNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The query of an address: sorted by name, without what only tells the site who came from where
/// (tracking) or who is who (sessions). Those make a new address of the same page at every visit.
final class QueryNames {
  private static final Set<String> TRACKING =
      Set.of(
          "fbclid",
          "gclid",
          "gclsrc",
          "dclid",
          "gbraid",
          "wbraid",
          "msclkid",
          "yclid",
          "ymclid",
          "twclid",
          "ttclid",
          "igshid",
          "igsh",
          "li_fat_id",
          "mc_cid",
          "mc_eid",
          "_ga",
          "_gl",
          "_gac",
          "_hsenc",
          "_hsmi",
          "hsctatracking",
          "mkt_tok",
          "oly_enc_id",
          "oly_anon_id",
          "vero_id",
          "vero_conv",
          "wickedid",
          "s_cid",
          "cmpid",
          "ncid",
          "spm",
          "xtor",
          "at_medium",
          "at_campaign",
          "wt_mc",
          "wt_zmc",
          "ml_subscriber",
          "ml_subscriber_hash",
          "rb_clickid",
          "sc_cid",
          "trk",
          "trkcampaign",
          "_openstat",
          "__twitter_impression",
          "guccounter",
          "srsltid",
          "ns_campaign",
          "ns_source",
          "ns_mchannel",
          "echobox");

  private static final List<String> TRACKING_BEGINNINGS =
      List.of("utm_", "pk_", "mtm_", "piwik_", "matomo_", "hsa_", "stm_", "itm_");

  private record Variable(String name, String text) {}

  private QueryNames() {}

  /// Appends `?` and the query, or nothing.
  static void append(String query, StringBuilder out) {
    List<Variable> kept = new ArrayList<>(4);
    for (int from = 0; from < query.length(); ) {
      int to = query.indexOf('&', from);
      if (to < 0) to = query.length();
      if (to > from) keep(query.substring(from, to), kept);
      from = to + 1;
    }
    if (kept.isEmpty()) return;
    // Stable: the order of several values of one name may mean something.
    if (kept.size() > 1) kept.sort(Comparator.comparing(Variable::name));
    char before = '?';
    for (Variable variable : kept) {
      out.append(before).append(variable.text);
      before = '&';
    }
  }

  private static void keep(String raw, List<Variable> kept) {
    StringBuilder written = new StringBuilder(raw.length());
    Paths.encode(raw, written);
    String text = written.toString();
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    String value = equals < 0 ? "" : text.substring(equals + 1);
    String lower = name.toLowerCase(Locale.ROOT);
    if (!isTracking(lower) && !SessionNames.isSession(lower, value))
      kept.add(new Variable(name, text));
  }

  private static boolean isTracking(String name) {
    if (TRACKING.contains(name)) return true;
    for (String beginning : TRACKING_BEGINNINGS) if (name.startsWith(beginning)) return true;
    return false;
  }
}
