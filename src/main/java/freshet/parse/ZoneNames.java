package freshet.parse;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Zone abbreviations as RFC 822 has them and as the rest of the world uses them.
final class ZoneNames {
  private static final Map<String, Integer> MINUTES = new HashMap<>();

  static {
    String table =
        "ut 0 utc 0 gmt 0 z 0 wet 0 uct 0 est -300 et -300 edt -240 cst -360 ct -360 cdt -300 mst"
            + " -420 mt -420 mdt -360 pst -480 pt -480 pdt -420 ast -240 at -240 adt -180 nst -210"
            + " ndt -150 akst -540 akdt -480 hst -600 hast -600 sst -660 brt -180 brst -120 art"
            + " -180 clt -240 clst -180 cot -300 pet -300 vet -240 west 60 bst 60 ist 330 cet 60"
            + " cest 120 met 60 mest 120 mez 60 mesz 120 eet 120 eest 180 cat 120 sast 120 eat 180"
            + " msk 180 msd 240 trt 180 irst 210 gst 240 pkt 300 npt 345 wib 420 ict 420 wita 480"
            + " hkt 480 sgt 480 myt 480 pht 480 awst 480 jst 540 kst 540 wit 540 acst 570 acdt 630"
            + " aest 600 aedt 660 nzst 720 nzdt 780 nzt 720 idt 180 wat 60 a -60 n 60 m -720 y 720";
    String[] words = table.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) MINUTES.put(words[i], Integer.valueOf(words[i + 1]));
  }

  private ZoneNames() {}

  /// Seconds east of Greenwich.
  static @Nullable Integer offset(String lowerCaseName) {
    Integer minutes = MINUTES.get(lowerCaseName);
    return minutes == null ? null : minutes * 60;
  }
}
