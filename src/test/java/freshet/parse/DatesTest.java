package freshet.parse;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DatesTest {
  /// What a feed wrote, what it means (`D`: a date without a time; a number: the zone in seconds),
  /// and the feed's language where it matters.
  static String[] dates() {
    return """
    Thu, 01 Jan 2004 19:48:21 GMT | 2004-01-01T19:48:21Z 0
    Thu, 1 Jan 2004 19:48:21 EST | 2004-01-02T00:48:21Z
    Thu 01 Jan 2004 19:48:21 +0300 | 2004-01-01T16:48:21Z 10800
    01 Jan 2004 19:48 GMT | 2004-01-01T19:48:00Z
    1 Jan 04 19:48 GMT | 2004-01-01T19:48:00Z
    Thu, 01 Jan 04 19:48:21 GMT | 2004-01-01T19:48:21Z
    Thu,01 Jan 2004 19:48:21GMT | 2004-01-01T19:48:21Z
    Thursday, 01 January 2004 19:48:21 GMT | 2004-01-01T19:48:21Z
    Thu, 01-Jan-2004 19:48:21 GMT | 2004-01-01T19:48:21Z
    Thu, Jan 01 2004 19:48:21 GMT | 2004-01-01T19:48:21Z
    Jan 1, 2004 7:48 PM | 2004-01-01T19:48:00Z -
    January 1, 2004 | 2004-01-01T00:00:00Z D
    Thu, 01 Jan 2004 | 2004-01-01T00:00:00Z D
    Thu Jan 01 19:48:21 2004 | 2004-01-01T19:48:21Z
    Thu Jan 01 19:48:21 +0000 2004 | 2004-01-01T19:48:21Z
    Thu Jan  1 19:48:21 EST 2004 | 2004-01-02T00:48:21Z
    Sun Jan 4 16:29:06 PST 2004 | 2004-01-05T00:29:06Z
    Fri, 2006/09/15 08:19:53 EDT | 2006-09-15T12:19:53Z
    2003-12-31T10:14:55Z | 2003-12-31T10:14:55Z
    2003-12-31T10:14:55.25Z | 2003-12-31T10:14:55.250Z
    2003-12-31T10:14:55-08:00 | 2003-12-31T18:14:55Z
    2003-12-31T10:14Z | 2003-12-31T10:14:00Z
    2003-12-31T10:14-08:00 | 2003-12-31T18:14:00Z
    2003-12-31 10:14:55 | 2003-12-31T10:14:55Z -
    2003-12-31 | 2003-12-31T00:00:00Z D
    2003-12 | 2003-12-01T00:00:00Z D
    2003 | 2003-01-01T00:00:00Z D
    20031231 | 2003-12-31T00:00:00Z D
    20031231T101455Z | 2003-12-31T10:14:55Z 0
    20031231101455 | 2003-12-31T10:14:55Z
    2003-335 | 2003-12-01T00:00:00Z D
    2003335 | 2003-12-01T00:00:00Z D
    2003-W01-1 | 2002-12-30T00:00:00Z D
    03-12-31 | 2003-12-31T00:00:00Z D
    031231 | 2003-12-31T00:00:00Z D
    2004-05-25 오후 11:23:17 | 2004-05-25T23:23:17Z
    2004년 05월 28일  오후 11:23:12 | 2004-05-28T23:23:12Z
    2004-07-08 23:56:58.0 | 2004-07-08T23:56:58Z
    Κυρ, 11 Ιούλ 2004 12:00:00 EST | 2004-07-11T17:00:00Z
    Πεμ, 01 Ιαν 2004 12:00:00 EST | 2004-01-01T17:00:00Z
    Δευ, 17 Αύγ 2009 10:00:00 +0300 | 2009-08-17T07:00:00Z
    2004-július-13T9:15-05:00 | 2004-07-13T14:15:00Z
    2004-december-13T9:15-05:00 | 2004-12-13T14:15:00Z
    1072986501 | 2004-01-01T19:48:21Z
    1072986501000 | 2004-01-01T19:48:21Z
    1072986501.123 | 2004-01-01T19:48:21Z
    15. november 2026 10:20 | 2026-11-15T10:20:00Z
    15. jaan 2026 | 2026-01-15T00:00:00Z D
    R, 13 märts 2026 10:00:00 +0200 | 2026-03-13T08:00:00Z
    15 Kasım 2026 Pazar 10:20 | 2026-11-15T10:20:00Z
    Pzt, 03 Ağu 2026 09:00:00 +0300 | 2026-08-03T06:00:00Z
    15. studenoga 2026. | 2026-11-15T00:00:00Z D
    15. listopada 2026. 10:20 | 2026-10-15T10:20:00Z | hr
    15 listopada 2026 10:20 | 2026-11-15T10:20:00Z | pl
    15 noiembrie 2026, 10:20 | 2026-11-15T10:20:00Z
    15 ian. 2026 | 2026-01-15T00:00:00Z D
    Di, 03 Mrz 2026 10:00:00 +0100 | 2026-03-03T09:00:00Z
    Dienstag, 3. März 2026 10:00 Uhr | 2026-03-03T10:00:00Z
    mardi 3 mars 2026 10:00 | 2026-03-03T10:00:00Z
    Mar, 03 Fév 2026 10:00:00 +0100 | 2026-02-03T09:00:00Z
    lun., 15 déc. 2025 10:00:00 GMT | 2025-12-15T10:00:00Z
    martes, 3 de marzo de 2026 10:00 | 2026-03-03T10:00:00Z
    Mar, 06 Ene 2026 10:00:00 GMT | 2026-01-06T10:00:00Z
    Вт, 03 мар 2026 10:00:00 +0300 | 2026-03-03T07:00:00Z
    3 марта 2026 г. 10:00 | 2026-03-03T10:00:00Z
    15 ноября 2026 | 2026-11-15T00:00:00Z D
    03.03.2026 10:00 | 2026-03-03T10:00:00Z
    15.11.2026 | 2026-11-15T00:00:00Z D
    11/15/2026 10:20:30 AM | 2026-11-15T10:20:30Z
    12/01/2026 12:05 AM | 2026-12-01T00:05:00Z
    15/11/2026 10:20 | 2026-11-15T10:20:00Z
    2026/11/15 10:20 | 2026-11-15T10:20:00Z
    Thu, 01 Jan 2004 24:00:00 GMT | 2004-01-02T00:00:00Z
    Thu, 01 Jan 2004 19:48:21 GMT+2 | 2004-01-01T17:48:21Z
    Thu, 01 Jan 2004 19:48:21 UTC+02:00 | 2004-01-01T17:48:21Z
    Thu, 01 Jan 2004 19:48:21 Europe/Tallinn | 2004-01-01T17:48:21Z
    Thu, 01 Jan 2004 19:48:21 Etc/GMT | 2004-01-01T19:48:21Z
    Thu, 01 Jan 2004 19:48:21 -0500 (EST) | 2004-01-02T00:48:21Z
    Wed, 02 Oct 2002 08:00:00 EST | 2002-10-02T13:00:00Z
    Sat, 07 Sep 2002 0:00:01 GMT | 2002-09-07T00:00:01Z
    15 November 2026 at 10:00 | 2026-11-15T10:00:00Z -
    Sept 5, 2026 10:00 | 2026-09-05T10:00:00Z
    garbage | null
    Thu, 77 Foo | null
    2026-11-15T10:20:30+0200 | 2026-11-15T08:20:30Z
    2026-11-15T10:20:30+02 | 2026-11-15T08:20:30Z
    2026-11-15T10:20:30 +02:00 | 2026-11-15T08:20:30Z
    2026-11-15T10:20:30.123456789Z | 2026-11-15T10:20:30.123456789Z
    2026-11-15T10:20:30.123+05:30 | 2026-11-15T04:50:30.123Z
    2026-11-15T10:20:30z | 2026-11-15T10:20:30Z
    2026-11-15T10:20:30Z | 2026-11-15T10:20:30Z
    2026-11-15T | 2026-11-15T00:00:00Z D
    Sun, 15 Nov 2026 10:20:30 Z | 2026-11-15T10:20:30Z 0
    Sun, 15 Nov 2026 10.20.30 GMT | 2026-11-15T10:20:30Z
    Sun, 15 Nov 2026 1020 GMT | 2026-11-15
    Sun, 2026-11-15 10:20:30 | 2026-11-15T10:20:30Z
    11:20:30 15 Nov 2026 | 2026-11-15T11:20:30Z
    2026年11月15日 10:20 | 2026-11-15T10:20:00Z
    2026年11月15日 下午 10:20 | 2026-11-15T22:20:00Z
    2014-10-09T19:59:02.352-07:00 | 2014-10-10T02:59:02.352Z
    Mon, 15 Nov 26 10:20 PDT | 2026-11-15T17:20:00Z
    --12-31 | null
    29 FEB 2003 10:00:00 GMT | 2003-03-01T10:00:00Z
    pirmadienis, 2026 m. kovo 3 d. 10:00 | 2026-03-03T10:00:00Z
    tiistai 3. maaliskuuta 2026 klo 10.00 | 2026-03-03T10:00:00Z
    3 marzo 2026 | 2026-03-03T00:00:00Z D
    3 de março de 2026 | 2026-03-03T00:00:00Z D
    3 mei 2026 | 2026-05-03T00:00:00Z D
    3 maj 2026 | 2026-05-03T00:00:00Z D
    """
        .strip()
        .split("\n", -1);
  }

  @ParameterizedTest
  @MethodSource("dates")
  void aDateIsReadAsItWasMeant(String line) {
    String[] part = line.strip().split(" *\\| *", -1);
    Dates.Stamp read = Dates.read(part[0], part.length > 2 ? part[2] : null);
    String[] expected = part[1].split(" ", -1);
    if (part[1].equals("null")) {
      assertThat(read).isNull();
      return;
    }
    requireNonNull(read, part[0]);
    assertThat(read.instant().toString()).startsWith(expected[0]);
    boolean dateOnly = expected.length > 1 && expected[1].equals("D");
    assertThat(read.dateOnly()).isEqualTo(dateOnly);
    if (expected.length > 1 && expected[1].equals("-")) assertThat(read.offsetSeconds()).isNull();
    if (expected.length > 1 && Character.isDigit(expected[1].charAt(0))) {
      assertThat(read.offsetSeconds()).isEqualTo(Integer.parseInt(expected[1]));
    }
  }
}
