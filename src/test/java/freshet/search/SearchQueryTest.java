package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Remark;
import freshet.model.Remark.Kind;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class SearchQueryTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

  private static SearchQuery read(String text) {
    return SearchQuery.read(text, NOON, ZoneOffset.UTC);
  }

  private static List<Kind> remarks(String text) {
    return read(text).remarks().stream().map(Remark::kind).toList();
  }

  @Nested
  class WhatPeopleWrite {
    @Test
    void wordsPhrasesNotOrAndParentheses() {
      assertThat(read("river \"old mill\" -flood").understood())
          .isEqualTo("river \"old mill\" -flood");
      assertThat(read("a OR b c").understood()).isEqualTo("a OR (b c)");
      assertThat(read("(cat OR dog) -(fish bird)").understood())
          .isEqualTo("(cat OR dog) -(fish bird)");
      assertThat(read("river AND mill NOT flood").understood()).isEqualTo("river mill -flood");
      assertThat(read("“old mill” +new").understood()).isEqualTo("\"old mill\" new");
      assertThat(remarks("river \"old mill\" (cat OR dog) -flood")).isEmpty();
    }

    @Test
    void fieldsAlsoWithPhrasesAndGroups() {
      assertThat(
              read("title:(flood OR \"high water\") feed:\"Harbour Courier\" topic:sport"
                      + " lang:Estonian")
                  .understood())
          .isEqualTo(
              "(title:flood OR title:\"high water\") feed:\"Harbour Courier\" topic:sport lang:et");
      assertThat(read("lang:eesti").root()).isEqualTo(new Node.Language("et"));
      assertThat(read("lang:tur").root()).isEqualTo(new Node.Language("tr"));
      assertThat(remarks("-feed:7")).isEmpty();
    }

    @Test
    void operatorsBetweenNamesInCapitalsStayOperators() {
      assertThat(read("NATO OR EU OR UN").understood()).isEqualTo("NATO OR EU OR UN");
      assertThat(read("США OR НАТО OR ЕС").understood()).isEqualTo("США OR НАТО OR ЕС");
      assertThat(read("WHAT DID THE U.S. SAY TO NATO").understood())
          .isEqualTo("what did the u.s say to nato");
    }

    @Test
    void aMinusBehindAFieldLeavesOut() {
      assertThat(read("title:-strike").root())
          .isEqualTo(new Node.Not(new Node.Word(Node.Place.TITLE, "strike")));
      assertThat(read("lang:-de ferry").understood()).isEqualTo("-lang:de ferry");
    }

    @Test
    void daysAreReadAsTheyAreWrittenInEurope() {
      assertThat(read("from:15.11.2026").root())
          .isInstanceOf(Node.Between.class)
          .extracting(n -> ((Node.Between) n).from())
          .isEqualTo(Instant.parse("2026-11-15T00:00:00Z"));
      assertThat(remarks("from:31.2.2026")).containsExactly(Kind.BAD_DATE);
    }

    @Test
    void aMinusInsideAWordIsPartOfIt() {
      assertThat(read("Baden-Baden").root())
          .isEqualTo(new Node.Word(Node.Place.TEXT, "Baden-Baden"));
    }

    @Test
    void addressesAndTimesOfDayAreNoFields() {
      assertThat(remarks("https://example.org/a 12:30")).isEmpty();
    }

    @Test
    void aQuestionMarkAtTheEndIsNoWildcard() {
      assertThat(read("what is new?").understood()).isEqualTo("what is new");
      assertThat(read("wom?n").root()).isEqualTo(new Node.Pattern(Node.Place.TEXT, "wom?n"));
      assertThat(read("flood*").root()).isEqualTo(new Node.Pattern(Node.Place.TEXT, "flood*"));
    }

    @Test
    void timesMeanWholeDaysMonthsAndYears() {
      assertThat(read("from:2026-11-01").root())
          .isEqualTo(
              new Node.Between(Instant.parse("2026-11-01T00:00:00Z"), null, "from:2026-11-01"));
      assertThat(read("to:2026-10").root())
          .isEqualTo(new Node.Between(null, Instant.parse("2026-11-01T00:00:00Z"), "to:2026-10"));
      assertThat(read("to:2025").root())
          .isEqualTo(new Node.Between(null, Instant.parse("2026-01-01T00:00:00Z"), "to:2025"));
      assertThat(read("from:yesterday").root())
          .isEqualTo(
              new Node.Between(Instant.parse("2026-11-14T00:00:00Z"), null, "from:yesterday"));
      assertThat(read("age:2d").root())
          .isEqualTo(new Node.Between(Instant.parse("2026-11-13T12:00:00Z"), null, "age:2d"));
      assertThat(read("age:>1w").root())
          .isEqualTo(new Node.Between(null, Instant.parse("2026-11-08T12:00:00Z"), "age:>1w"));
    }
  }

  @Nested
  class WhatIsWrongIsExplained {
    @Test
    void eachWithARemarkAndTheRestUnderstood() {
      assertRemark("\"old mill", Kind.UNCLOSED_QUOTE, "\"old mill\"");
      assertRemark("(river mill", Kind.UNCLOSED_PARENTHESIS, "river mill");
      assertRemark("river) mill", Kind.STRAY_PARENTHESIS, "river mill");
      assertRemark("river OR", Kind.STRAY_OR, "river");
      assertRemark("OR river", Kind.STRAY_OR, "river");
      assertRemark("river -", Kind.STRAY_NOT, "river");
      assertRemark("river !!! mill", Kind.STRAY_NOT, "river mill");
      assertRemark("river ???", Kind.NO_WORDS, "river");
      assertRemark("author:smith", Kind.NO_SUCH_FIELD, "\"author:smith\"");
      assertRemark("river feed:", Kind.NO_VALUE, "river");
      assertRemark("river from:soon", Kind.BAD_DATE, "river");
      assertRemark("river from:+999999999-12-31T00:00", Kind.BAD_DATE, "river");
      assertThat(read("(cats OR translate:no) -dogs").understood())
          .isEqualTo("cats -dogs translate:no");
      assertRemark("river from:2026-02-31", Kind.BAD_DATE, "river");
      assertRemark("river age:old", Kind.BAD_AGE, "river");
      assertRemark("river lang:klingonish", Kind.BAD_LANGUAGE, "river");
      assertRemark("*ver", Kind.OPEN_PATTERN, "ver");
      assertRemark("r*", Kind.OPEN_PATTERN, "r");
      assertRemark("x".repeat(3000), Kind.CUT, "x".repeat(WordScanner.LONGEST));
    }

    private static void assertRemark(String query, Kind kind, String understood) {
      assertThat(remarks(query)).as(query).contains(kind);
      assertThat(read(query).understood()).as(query).isEqualTo(understood);
      assertThat(read(query).remarks().getFirst().sentence()).endsWith(".").doesNotContain("%s");
    }

    @Test
    void nothingAtAllIsEverything() {
      assertThat(read("   ").root()).isInstanceOf(Node.Everything.class);
      assertThat(read("()").root()).isInstanceOf(Node.Everything.class);
      assertThat(read("\"\"").root()).isInstanceOf(Node.Everything.class);
    }
  }

  @Nested
  class Hostile {
    @Test
    void hugeQueriesAreBounded() {
      for (String query :
          List.of(
              "a* ".repeat(5000),
              "ab* ".repeat(330),
              "(".repeat(900) + "x" + ")".repeat(900),
              "-".repeat(1000) + "x",
              "-(".repeat(400) + "x",
              "NOT ".repeat(249) + "x",
              "x OR ".repeat(200),
              "title:".repeat(160) + "x",
              "\"".repeat(999),
              ".*(a+)+$ [a-z]{99999}",
              "ab" + "*?".repeat(400) + "c")) {
        SearchQuery read = read(query);
        assertThat(leaves(read.root())).isLessThanOrEqualTo(QueryReader.MOST_PARTS);
        assertThat(depth(read.root())).isLessThan(40);
      }
    }

    @Test
    void anyTextBecomesAQueryAndWhatWasUnderstoodIsUnderstoodAgain() {
      Random random = new Random(7);
      String[] pieces = {
        "river", "\"", "(", ")", "-", " ", "OR", "NOT", "title:", "feed:", "lang:", "age:", "3d",
            "*", "?", "ab*",
        "from:", "2026", ":", "\u202e", "猫", "\ud83d", "é", "\0", "|", "+", "!", "'", "et",
            "topic:", "\n", "AND"
      };
      for (int i = 0; i < 20_000; i++) {
        StringBuilder query = new StringBuilder();
        for (int n = random.nextInt(14); n >= 0; n--) {
          query.append(pieces[random.nextInt(pieces.length)]);
          if (random.nextInt(3) == 0) query.append(' ');
        }
        SearchQuery first = read(query.toString());
        SearchQuery second = read(first.understood());
        assertThat(second.understood()).as("%s", query).isEqualTo(first.understood());
      }
    }

    private static int leaves(Node node) {
      return switch (node) {
        case Node.And(List<Node> parts) -> parts.stream().mapToInt(Hostile::leaves).sum();
        case Node.Or(List<Node> parts) -> parts.stream().mapToInt(Hostile::leaves).sum();
        case Node.Not(Node part) -> leaves(part);
        default -> 1;
      };
    }

    private static int depth(Node node) {
      return switch (node) {
        case Node.And(List<Node> parts) ->
            1 + parts.stream().mapToInt(Hostile::depth).max().orElse(0);
        case Node.Or(List<Node> parts) ->
            1 + parts.stream().mapToInt(Hostile::depth).max().orElse(0);
        case Node.Not(Node part) -> 1 + depth(part);
        default -> 1;
      };
    }
  }
}
