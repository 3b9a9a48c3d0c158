package freshet.crawl;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;

/// The hours in which a site is visited, in its own local time, told by the country its name ends
/// with; a name without a country counts as UTC. A country with several time zones counts by the
/// one most of its people live in.
///
/// @param from included, `to` excluded; 22:00 to 06:00 goes over midnight
public record QuietHours(LocalTime from, LocalTime to) implements VisitingHours {
  /// When little is published.
  public static final QuietHours MORNING = new QuietHours(LocalTime.of(4, 0), LocalTime.of(8, 0));

  private static final Map<String, String> ZONES =
      Map.ofEntries(
          Map.entry("ee", "Europe/Tallinn"), Map.entry("lv", "Europe/Riga"),
          Map.entry("lt", "Europe/Vilnius"), Map.entry("fi", "Europe/Helsinki"),
          Map.entry("se", "Europe/Stockholm"), Map.entry("no", "Europe/Oslo"),
          Map.entry("dk", "Europe/Copenhagen"), Map.entry("is", "Atlantic/Reykjavik"),
          Map.entry("de", "Europe/Berlin"), Map.entry("at", "Europe/Vienna"),
          Map.entry("ch", "Europe/Zurich"), Map.entry("li", "Europe/Zurich"),
          Map.entry("nl", "Europe/Amsterdam"), Map.entry("be", "Europe/Brussels"),
          Map.entry("lu", "Europe/Luxembourg"), Map.entry("fr", "Europe/Paris"),
          Map.entry("es", "Europe/Madrid"), Map.entry("pt", "Europe/Lisbon"),
          Map.entry("it", "Europe/Rome"), Map.entry("mt", "Europe/Malta"),
          Map.entry("gr", "Europe/Athens"), Map.entry("cy", "Asia/Nicosia"),
          Map.entry("tr", "Europe/Istanbul"), Map.entry("bg", "Europe/Sofia"),
          Map.entry("ro", "Europe/Bucharest"), Map.entry("md", "Europe/Chisinau"),
          Map.entry("ua", "Europe/Kyiv"), Map.entry("by", "Europe/Minsk"),
          Map.entry("pl", "Europe/Warsaw"), Map.entry("cz", "Europe/Prague"),
          Map.entry("sk", "Europe/Bratislava"), Map.entry("hu", "Europe/Budapest"),
          Map.entry("si", "Europe/Ljubljana"), Map.entry("hr", "Europe/Zagreb"),
          Map.entry("ba", "Europe/Sarajevo"), Map.entry("rs", "Europe/Belgrade"),
          Map.entry("me", "Europe/Podgorica"), Map.entry("mk", "Europe/Skopje"),
          Map.entry("al", "Europe/Tirane"), Map.entry("uk", "Europe/London"),
          Map.entry("ie", "Europe/Dublin"), Map.entry("ru", "Europe/Moscow"),
          Map.entry("su", "Europe/Moscow"), Map.entry("eu", "Europe/Brussels"),
          Map.entry("ge", "Asia/Tbilisi"), Map.entry("am", "Asia/Yerevan"),
          Map.entry("az", "Asia/Baku"), Map.entry("kz", "Asia/Almaty"),
          Map.entry("uz", "Asia/Tashkent"), Map.entry("il", "Asia/Jerusalem"),
          Map.entry("sa", "Asia/Riyadh"), Map.entry("ae", "Asia/Dubai"),
          Map.entry("ir", "Asia/Tehran"), Map.entry("iq", "Asia/Baghdad"),
          Map.entry("pk", "Asia/Karachi"), Map.entry("in", "Asia/Kolkata"),
          Map.entry("bd", "Asia/Dhaka"), Map.entry("lk", "Asia/Colombo"),
          Map.entry("np", "Asia/Kathmandu"), Map.entry("th", "Asia/Bangkok"),
          Map.entry("vn", "Asia/Ho_Chi_Minh"), Map.entry("my", "Asia/Kuala_Lumpur"),
          Map.entry("sg", "Asia/Singapore"), Map.entry("id", "Asia/Jakarta"),
          Map.entry("ph", "Asia/Manila"), Map.entry("cn", "Asia/Shanghai"),
          Map.entry("hk", "Asia/Hong_Kong"), Map.entry("tw", "Asia/Taipei"),
          Map.entry("kr", "Asia/Seoul"), Map.entry("jp", "Asia/Tokyo"),
          Map.entry("au", "Australia/Sydney"), Map.entry("nz", "Pacific/Auckland"),
          Map.entry("eg", "Africa/Cairo"), Map.entry("ma", "Africa/Casablanca"),
          Map.entry("ng", "Africa/Lagos"), Map.entry("ke", "Africa/Nairobi"),
          Map.entry("za", "Africa/Johannesburg"), Map.entry("us", "America/New_York"),
          Map.entry("gov", "America/New_York"), Map.entry("edu", "America/New_York"),
          Map.entry("ca", "America/Toronto"), Map.entry("mx", "America/Mexico_City"),
          Map.entry("br", "America/Sao_Paulo"), Map.entry("ar", "America/Argentina/Buenos_Aires"),
          Map.entry("cl", "America/Santiago"), Map.entry("co", "America/Bogota"),
          Map.entry("pe", "America/Lima"), Map.entry("ve", "America/Caracas"));

  /// Reads `04-08`, `22:30-06:00`.
  ///
  /// @throws IllegalArgumentException with what it must be
  public static QuietHours of(String text) {
    String[] ends = text.strip().split("-", -1);
    try {
      if (ends.length == 2) return new QuietHours(timeOfDay(ends[0]), timeOfDay(ends[1]));
    } catch (DateTimeException | NumberFormatException e) {
      // the sentence below says it
    }
    throw new IllegalArgumentException("must be hours like 04-08 or 22:30-06:00");
  }

  private static LocalTime timeOfDay(String s) {
    String[] parts = s.strip().split(":", -1);
    int minute = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
    return LocalTime.of(Integer.parseInt(parts[0]) % 24, minute);
  }

  @Override
  public Instant nextFor(String host, Instant now) {
    if (from.equals(to)) return now;
    ZonedDateTime there = now.atZone(zone(host));
    LocalTime time = there.toLocalTime();
    boolean within =
        from.isBefore(to)
            ? !time.isBefore(from) && time.isBefore(to)
            : !time.isBefore(from) || time.isBefore(to);
    if (within) return now;
    ZonedDateTime open = there.with(from);
    return (open.isAfter(there) ? open : open.plusDays(1)).toInstant();
  }

  static ZoneId zone(String host) {
    int port = host.lastIndexOf(':');
    String name = port > 0 ? host.substring(0, port) : host;
    String zone = ZONES.get(name.substring(name.lastIndexOf('.') + 1));
    return zone == null ? ZoneOffset.UTC : ZoneId.of(zone);
  }
}
