package freshet.readerapi;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.account.Secrets;
import freshet.model.FeedUrl;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import okhttp3.FormBody;
import okhttp3.Request;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What one client or another sends, and must not fail over: each test names who it is.
class ClientRequestsTest extends ReaderHouse {
  private static final String LABEL = "user/-/label/";

  private JsonNode items(long... entries) throws IOException {
    List<String> form = new ArrayList<>();
    for (long e : entries) form.addAll(List.of("i", item(e)));
    return post("stream/items/contents", form.toArray(String[]::new)).json().get("items");
  }

  private List<String> folders(long feed) throws IOException {
    List<String> labels = new ArrayList<>();
    for (JsonNode s : get("subscription/list?output=json").json().get("subscriptions")) {
      if (!s.get("id").stringValue().equals("feed/" + feed)) continue;
      s.get("categories").forEach(c -> labels.add(c.get("label").stringValue()));
    }
    return labels;
  }

  @Nested
  class Items {
    /// Readrops pads the hexadecimal form to the length of the decimal one and compares ids as
    /// texts: both want the sixteen digits that Google's and FreshRSS's have.
    @Test
    void idsHaveSixteenDigitsAndAreReadInEveryForm() throws IOException {
      String id = get("stream/items/ids?s=feed/" + blog).json().at("/itemRefs/0/id").stringValue();
      assertThat(id).hasSize(16).doesNotStartWith("0");
      String hex = String.format(Locale.ROOT, "%016x", Long.parseLong(id));
      for (String form :
          List.of(
              id,
              hex,
              hex.replaceFirst("^0+", ""),
              "tag:google.com,2005:reader/item/" + hex,
              "tag:google.com,2005:reader/item/" + hex.replaceFirst("^0+", ""))) {
        JsonNode found = get("stream/items/contents?i=" + form).json().get("items");
        assertThat(found).as(form).hasSize(1);
        assertThat(found.get(0).get("id").stringValue())
            .isEqualTo("tag:google.com,2005:reader/item/" + hex);
      }
    }

    /// Apps that synchronised before ids had sixteen digits remember the plain numbers.
    @Test
    void plainNumbersAreUnderstoodToo() throws IOException {
      String padded = String.format(Locale.ROOT, "%016x", blogId);
      for (String form :
          List.of(String.valueOf(blogId), padded, "tag:google.com,2005:reader/item/" + padded)) {
        post("edit-tag", "i", form, "a", STATE + "starred");
        assertThat(ids("s=" + STATE + "starred")).as(form).containsExactly(blogId);
        post("edit-tag", "i", form, "r", STATE + "starred");
      }
      assertThat(fever("&items&since_id=" + newsIds.getLast()).json().get("items")).hasSize(1);
    }

    /// Fluent Reader reads canonical[0] of every item, Capy Reader and FeedFlow throw away the
    /// whole answer if one item has no canonical or its origin no htmlUrl; Liferea takes the date
    /// from updated; Readrops refuses an empty title.
    @Test
    void anItemWithoutAnythingHasEveryFieldAllTheSame() throws IOException {
      long feed = samples.feed("https://bare.example/rss", null);
      long words =
          samples.bare(feed, "Bare", NOW, "First words of a text that goes on and on, without end");
      long nothing = samples.bare(blog, "A Blog", NOW, null);
      for (JsonNode item : items(words, nothing)) {
        assertThat(item.at("/canonical/0/href").stringValue()).startsWith("https://");
        assertThat(item.at("/alternate/0/href").stringValue()).startsWith("https://");
        assertThat(item.at("/origin/htmlUrl").stringValue()).startsWith("https://");
        assertThat(item.at("/origin/title").stringValue()).isNotEmpty();
        assertThat(item.get("updated").longValue()).isEqualTo(item.get("published").longValue());
        assertThat(item.get("title").stringValue()).isNotBlank();
        assertThat(item.at("/summary/content").isString()).isTrue();
      }
      assertThat(items(words).get(0).get("title").stringValue()).startsWith("First words of");
      assertThat(fever("&items&since_id=" + (words - 1)).json().at("/items/0/title").stringValue())
          .startsWith("First words of");
    }

    /// Readrops ends an object behind its id.
    @Test
    void referencesHaveAnIdAndNothingElse() throws IOException {
      for (JsonNode ref : get("stream/items/ids?n=9").json().get("itemRefs")) {
        assertThat(ref.propertyNames()).containsExactly("id");
      }
    }

    /// Capy Reader asks for all items of a label at once, Read You marks whatever differs.
    @Test
    void thousandsOfItemsAreAskedForAndMarkedAtOnce() throws IOException {
      Text[] many = new Text[2500];
      Arrays.setAll(many, i -> Text.of("Entry " + i, "e", NOW.minusSeconds(3600 + i)));
      List<Long> entries = samples.poll(blog, "A Blog", NOW, many);
      FormBody.Builder form = new FormBody.Builder();
      for (long e : entries) form.add("i", item(e));
      for (int i = 0; i < 10_000; i++) form.add("i", String.valueOf(5_000_000 + i));
      FormBody body = form.build();
      JsonNode items = send(to("/reader/api/0/stream/items/contents").post(body)).json();
      assertThat(items.get("items")).hasSize(2500);
      form.add("a", STATE + "read");
      assertThat(send(to("/reader/api/0/edit-tag").post(form.build())).text()).isEqualTo("OK");
      assertThat(ids("n=9999&xt=" + STATE + "read")).hasSize(4);
      // Readrops asks for n=2147483647 and does not follow a continuation.
      JsonNode all = get("stream/contents/" + STATE + "reading-list?n=2147483647").json();
      assertThat(all.get("items")).hasSize(2504);
      assertThat(all.has("continuation")).isFalse();
    }

    @Test
    void oneBadIdDoesNotRefuseTheList() throws IOException {
      JsonNode items =
          post("stream/items/contents", "i", "nonsense", "i", item(blogId), "i", "").json();
      assertThat(items.get("items")).hasSize(1);
      post("edit-tag", "i", "nonsense", "i", item(blogId), "a", STATE + "starred");
      assertThat(ids("s=" + STATE + "starred")).containsExactly(blogId);
    }
  }

  @Nested
  class Streams {
    /// Readrops asks so for what is read.
    @Test
    void whatIsUnreadCanBeLeftOutAskedForAndAStreamOfItsOwn() throws IOException {
      post("edit-tag", "i", item(blogId), "a", STATE + "read");
      assertThat(ids("s=" + STATE + "reading-list&n=2500&xt=" + STATE + "unread"))
          .containsExactly(blogId);
      assertThat(ids("s=" + STATE + "reading-list&it=" + STATE + "unread")).hasSize(3);
      assertThat(ids("s=" + STATE + "unread")).hasSize(3).doesNotContain(blogId);
    }

    @Test
    void feedsAndLabelsCanBeLeftOut() throws IOException {
      assertThat(ids("n=9&xt=feed/" + news)).containsExactly(blogId);
      assertThat(ids("n=9&xt=" + LABEL + "News%20%26%20more")).containsExactly(blogId);
      post("edit-tag", "i", item(newsIds.get(0)), "a", LABEL + "Later");
      assertThat(ids("n=9&xt=" + LABEL + "Later")).hasSize(3).doesNotContain(newsIds.get(0));
    }

    @Test
    void aStreamCanBeNamedByTheAddressOfItsFeedOrInShort() throws IOException {
      String address = "feed/https://news.example/feed";
      assertThat(ids("n=9&s=" + address)).hasSize(3);
      assertThat(ids("n=9&s=feed/https://elsewhere.example/")).isEmpty();
      assertThat(get("stream/contents/feed/https%3A%2F%2Fnews.example%2Ffeed").json().get("items"))
          .hasSize(3);
      assertThat(get("stream/contents/reading-list").json().get("items")).hasSize(4);
      assertThat(post("mark-all-as-read", "s", address).text()).isEqualTo("OK");
      assertThat(ids("n=9&xt=" + STATE + "read")).containsExactly(blogId);
    }

    @Test
    void readingCallsAreAnsweredByPostAsWell() throws IOException {
      for (String call :
          List.of(
              "stream/items/ids",
              "stream/contents",
              "subscription/list",
              "tag/list",
              "unread-count",
              "user-info",
              "token")) {
        assertThat(post(call, "output", "json").status()).as(call).isEqualTo(200);
      }
      assertThat(post("stream/items/ids", "s", "feed/" + blog).json().get("itemRefs")).hasSize(1);
    }

    @Test
    void numbersThatClientsSendAreTaken() throws IOException {
      for (String n : List.of("-1", "0", "2147483647")) assertThat(ids("n=" + n)).hasSize(4);
      assertThat(ids("ot=-1")).hasSize(4);
      assertThat(ids("ot=1.5")).hasSize(4);
      assertThat(ids("c=-1")).hasSize(4);
      // The Old Reader counts in nanoseconds.
      String nanos = NOW.minusSeconds(70).getEpochSecond() + "000000000";
      assertThat(nanos).hasSize(19);
      assertThat(post("mark-all-as-read", "s", STATE + "reading-list", "ts", nanos).text())
          .isEqualTo("OK");
      assertThat(ids("n=9&xt=" + STATE + "read")).containsExactly(blogId);
    }

    @Test
    void whatIsCountedSearchedAndSubscribed() throws IOException {
      assertThat(get("stream/items/count?s=" + STATE + "reading-list").text()).isEqualTo("4");
      assertThat(get("stream/items/count?s=feed/" + news + "&a=true").text())
          .isEqualTo("3#November 15, 2026");
      assertThat(get("subscribed?s=feed/" + news).text()).isEqualTo("true");
      assertThat(get("subscribed?s=feed/https://news.example/feed").text()).isEqualTo("true");
      assertThat(get("subscribed?s=feed/https://elsewhere.example/").text()).isEqualTo("false");
      assertThat(get("search/items/ids?q=anything").status()).isEqualTo(503); // no search here
    }

    @Test
    void aLabelOfEntriesAndTheStarredOnesCanBeMarkedAsRead() throws IOException {
      post("edit-tag", "i", item(newsIds.get(0)), "a", LABEL + "Later");
      post("edit-tag", "i", item(newsIds.get(1)), "a", STATE + "starred");
      post("mark-all-as-read", "s", LABEL + "Later");
      assertThat(ids("n=9&it=" + STATE + "read")).containsExactly(newsIds.get(0));
      post("mark-all-as-read", "s", STATE + "starred");
      assertThat(ids("n=9&it=" + STATE + "read")).hasSize(2).contains(newsIds.get(1));
    }

    @Test
    void aFolderMayHaveAnyName() throws IOException {
      for (String name : List.of("100% \\ sure", "A/B", "é + ü & ?")) {
        post("subscription/edit", "ac", "edit", "s", "feed/" + blog, "a", LABEL + name);
        String written =
            java.net.URLEncoder.encode(name, java.nio.charset.StandardCharsets.UTF_8)
                .replace("+", "%20");
        assertThat(get("stream/contents/user/-/label/" + written).json().get("items"))
            .as(name)
            .hasSize(1);
      }
    }
  }

  @Nested
  class Folders {
    private void edit(String... fields) throws IOException {
      List<String> form = new ArrayList<>(List.of("ac", "edit", "s", "feed/" + blog));
      form.addAll(List.of(fields));
      assertThat(post("subscription/edit", form.toArray(String[]::new)).text()).isEqualTo("OK");
    }

    /// NetNewsWire adds to one folder, then takes out of the other.
    @Test
    void aFeedIsTakenOnlyOutOfTheFolderThatItIsIn() throws IOException {
      edit("a", LABEL + "Old");
      edit("a", LABEL + "New");
      assertThat(folders(blog)).containsExactly("New");
      edit("r", LABEL + "Old");
      assertThat(folders(blog)).containsExactly("New");
      edit("a", LABEL + "Other", "r", LABEL + "New");
      assertThat(folders(blog)).containsExactly("Other");
      edit("r", LABEL + "Other");
      assertThat(folders(blog)).isEmpty();
    }

    @Test
    void aFeedCanBeInTwoFolders() throws IOException {
      edit("a", LABEL + "One", "a", LABEL + "Two");
      assertThat(folders(blog)).containsExactly("One", "Two");
      for (String name : List.of("One", "Two")) {
        assertThat(ids("s=" + LABEL + name)).containsExactly(blogId);
        assertThat(get("tag/list").text()).contains(LABEL + name);
        assertThat(get("unread-count").text()).contains(LABEL + name + "\",\"count\":1");
      }
      assertThat(get("subscription/export").text())
          .containsPattern("(?s)\"One\".*blog.example.*\"Two\".*blog.example");
      assertThat(fever("&groups").json().get("groups")).hasSize(3);
      post("rename-tag", "s", LABEL + "Two", "dest", LABEL + "Zwei");
      assertThat(folders(blog)).containsExactly("One", "Zwei");
      post("disable-tag", "s", LABEL + "One");
      assertThat(folders(blog)).containsExactly("Zwei");
    }

    /// As in FreshRSS: a folder of the name comes before a label of it.
    @Test
    void aFolderIsRenamedWithoutTheLabelOfTheSameName() throws IOException {
      edit("a", LABEL + "Both");
      post("edit-tag", "i", item(newsIds.get(0)), "a", LABEL + "Both");
      post("rename-tag", "s", LABEL + "Both", "dest", LABEL + "Folder");
      assertThat(folders(blog)).containsExactly("Folder");
      assertThat(ids("s=" + LABEL + "Both")).containsExactly(newsIds.get(0));
      post("rename-tag", "s", LABEL + "Both", "dest", LABEL + "Label");
      assertThat(ids("s=" + LABEL + "Label")).containsExactly(newsIds.get(0));
      post("disable-tag", "s", LABEL + "Label", "s", LABEL + "Folder");
      assertThat(folders(blog)).isEmpty();
      assertThat(ids("s=" + LABEL + "Label")).isEmpty();
    }

    /// Readrops makes a folder so, and FeedFlow takes one away without naming items.
    @Test
    void aLabelWithoutItemsIsNoMistake() throws IOException {
      assertThat(post("edit-tag", "T", "x", "a", LABEL + "New folder").text()).isEqualTo("OK");
    }
  }

  @Nested
  class ComingIn {
    /// Liferea 1.14 asks for items without the header, with what it was given at log-in as T.
    @Test
    void theTokenMayStandInTheBody() throws IOException {
      Request.Builder request = new Request.Builder().url(base + "/reader/api/0/" + CONTENTS);
      Said said =
          send(
              request.post(
                  form(
                      "output", "json", "mediaRss", "true", "T", "me/" + token, "i", "" + blogId)));
      assertThat(said.json().get("items")).hasSize(1);
      Said wrong = send(request.post(form("T", "me/wrong", "i", "" + blogId)));
      assertThat(wrong.status()).isEqualTo(401);
    }

    private static final String CONTENTS = "stream/items/contents";

    @Test
    void aTokenWorksUnderTheOldNameOfItsAccount() throws IOException {
      store.accounts().rename(1, "somebody");
      assertThat(get("user-info").json().get("userName").stringValue()).isEqualTo("somebody");
      assertThat(fever("").json().get("auth").intValue()).isEqualTo(1);
    }

    /// Phones begin a name with a capital, and people leave out dashes.
    @Test
    void feverForgivesTheWayANameAndATokenAreTyped() throws IOException {
      for (String name : List.of("me", "Me", "ME")) {
        for (String typed : List.of(token, token.replace("-", ""))) {
          String key = Secrets.feverKey(name, typed);
          Said said =
              send(new Request.Builder().url(base + "/fever/?api").post(form("api_key", key)));
          assertThat(said.json().get("auth").intValue()).as(name + " " + typed).isEqualTo(1);
        }
      }
    }

    /// How people see whether an address is right.
    @Test
    void theAddressIsAPageInABrowser() throws IOException {
      for (String path : List.of("/api/greader.php", "/api/greader.php/")) {
        Said page = send(new Request.Builder().url(base + path));
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains("<html").contains("token");
      }
      assertThat(
              send(new Request.Builder().url(base + "/api/greader.php/check/compatibility")).text())
          .isEqualTo("PASS");
    }
  }

  @Nested
  class Adding {
    /// NetNewsWire and Capy Reader tell "not found" by a 0.
    @Test
    void whatIsNoFeedIsNotFollowedAndSaysWhy() throws IOException {
      for (String typed : List.of("not an address", "https://nothing.example/")) {
        Said said = post("subscription/quickadd", "quickadd", typed);
        assertThat(said.status()).isEqualTo(200);
        assertThat(said.json().get("numResults").intValue()).isZero();
        assertThat(said.json().get("error").stringValue()).isNotBlank();
      }
      assertThat(get("subscription/list").json().get("subscriptions")).hasSize(2);
    }

    @Test
    void theAnswerNamesTheFeed() throws IOException {
      JsonNode said =
          post("subscription/quickadd", "quickadd", "feed/https://new.example/rss").json();
      assertThat(said.get("numResults").intValue()).isEqualTo(1);
      assertThat(said.get("query").stringValue()).isEqualTo("https://new.example/rss");
    }
  }

  @Nested
  class Fever {
    /// Read You fails altogether if one feed is in no group.
    @Test
    void everyFeedIsInAGroup() throws IOException {
      JsonNode said = fever("&groups&feeds").json();
      List<String> inGroups = new ArrayList<>();
      List<Long> groups = new ArrayList<>();
      said.get("groups").forEach(g -> groups.add(g.get("id").longValue()));
      for (JsonNode g : said.get("feeds_groups")) {
        assertThat(groups).contains(g.get("group_id").longValue());
        inGroups.addAll(List.of(g.get("feed_ids").stringValue().split(",")));
      }
      assertThat(inGroups).containsExactlyInAnyOrder("" + news, "" + blog);
      String rest = String.valueOf(said.get("groups").get(1).get("id").longValue());
      String before = String.valueOf(NOW.getEpochSecond());
      fever("", "mark", "group", "as", "read", "id", rest, "before", before);
      assertThat(store.reading().unread(1, 9)).hasSize(3).doesNotContain(blogId);
    }

    /// Readrops takes the last thousand.
    @Test
    void idsAscend() throws IOException {
      String[] unread =
          fever("&unread_item_ids").json().get("unread_item_ids").stringValue().split(",");
      assertThat(unread).hasSize(4).isSorted();
      for (long e : List.of(blogId, newsIds.get(0))) {
        fever("", "mark", "item", "as", "saved", "id", String.valueOf(e));
      }
      assertThat(fever("&saved_item_ids").json().get("saved_item_ids").stringValue().split(","))
          .hasSize(2)
          .isSorted();
    }

    @Test
    void theNewestComeFirstUnlessAsked() throws IOException {
      for (String query : List.of("&items", "&items&max_id=0", "&items&max_id=9007199254740991")) {
        assertThat(feverIds(fever(query).json()))
            .as(query)
            .containsExactly(blogId, newsIds.get(2), newsIds.get(1), newsIds.get(0));
      }
      assertThat(feverIds(fever("&items&since_id=0").json())).isSorted().hasSize(4);
      assertThat(feverIds(fever("&items&since_id=9223372036854775807").json())).isEmpty();
      assertThat(feverIds(fever("&items&max_id=9223372036854775807").json())).hasSize(4);
    }

    private List<Long> feverIds(JsonNode said) {
      List<Long> ids = new ArrayList<>();
      said.get("items").forEach(i -> ids.add(entry(i.get("id").longValue())));
      return ids;
    }

    /// Apps look for icons of their own where there is none.
    @Test
    void thereAreNoGreyIcons() throws IOException {
      JsonNode said = fever("&feeds&favicons").json();
      assertThat(said.get("favicons")).isEmpty();
      said.get("feeds").forEach(f -> assertThat(f.get("favicon_id").intValue()).isZero());
    }

    /// Read You has a button for it; nobody else knows it.
    @Test
    void aFeedMarkedAsUnreadIsNoMistake() throws IOException {
      Said said = fever("&mark=feed&as=unread&id=" + blog + "&before=1");
      assertThat(said.json().get("auth").intValue()).isEqualTo(1);
    }
  }

  /// Old programs for Google's own server.
  @Nested
  class Details {
    @Test
    void ofAFeed() throws IOException {
      JsonNode details =
          get("stream/details?s=feed/" + news + "&tz=-480&fetchTrends=false&output=json").json();
      assertThat(details.get("feedUrl").stringValue()).isEqualTo("https://news.example/feed");
      assertThat(details.get("velocity").stringValue()).isEqualTo("0.8");
      assertThat(details.get("subscribers").stringValue()).isEqualTo("1");
      assertThat(get("stream/details?s=feed/https://blog.example/feed").status()).isEqualTo(200);
      assertThat(get("stream/details?s=feed/999").status()).isEqualTo(400);
      store.feeds().move(news, FeedUrl.of("https://ann:secret@news.example/feed"), "news.example");
      String shown = get("stream/details?s=feed/" + news).json().get("feedUrl").stringValue();
      assertThat(shown).contains("news.example/feed").doesNotContain("secret");
    }
  }

  /// RSS Guard and others add the path to an address that has it already; FreshRSS forgives it.
  @Test
  void thePathMayBeThereTwice() throws IOException {
    String path = "/api/greader.php/api/greader.php";
    Said in =
        send(
            new Request.Builder()
                .url(base + path + "/accounts/ClientLogin")
                .post(form("Email", "me", "Passwd", token)));
    assertThat(in.text()).contains("Auth=me/");
    assertThat(send(to(path + "/reader/api/0/user-info")).status()).isEqualTo(200);
  }
}
