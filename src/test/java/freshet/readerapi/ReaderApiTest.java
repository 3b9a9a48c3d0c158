package freshet.readerapi;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.account.Secrets;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import okhttp3.Request;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The Google Reader API and the Fever API, called as clients call them.
class ReaderApiTest extends ReaderHouse {
  @Test
  void aStarSurvivesUnsubscribing() throws IOException {
    post("edit-tag", "i", item(blogId), "a", STATE + "starred");
    post("subscription/edit", "ac", "unsubscribe", "s", "feed/" + blog);
    assertThat(ids("s=" + STATE + "starred")).containsExactly(blogId);
    assertThat(get("stream/contents/" + STATE + "starred").text()).contains("Post");
    assertThat(ids("s=" + STATE + "reading-list")).doesNotContain(blogId);
    post("subscription/edit", "ac", "subscribe", "s", "feed/https://blog.example/feed");
    assertThat(store.feeds().find(1, blog)).isPresent();
    assertThat(ids("s=" + STATE + "reading-list")).contains(blogId);
  }

  @Test
  void aClientLogsInWithItsTokenAndNothingElse() throws IOException {
    for (String path : List.of("/accounts/ClientLogin", "/api/greader.php/accounts/ClientLogin")) {
      Said in =
          send(
              new Request.Builder()
                  .url(base + path)
                  .post(form("Email", "ME", "Passwd", token, "service", "reader")));
      assertThat(in.text()).contains("\nAuth=me/" + token + "\n").startsWith("SID=");
    }
    Said wrong =
        send(
            new Request.Builder()
                .url(base + "/accounts/ClientLogin")
                .post(form("Email", "me", "Passwd", "x")));
    assertThat(wrong.status()).isEqualTo(403);
    assertThat(wrong.text()).isEqualTo("Error=BadAuthentication\n");
    for (String header :
        new String[] {"", "GoogleLogin auth=", "GoogleLogin auth=me/x", "Bearer x"}) {
      Said said =
          send(
              new Request.Builder()
                  .url(base + "/reader/api/0/subscription/list")
                  .header("Authorization", header));
      assertThat(said.status()).as(header).isEqualTo(401);
    }
    Said bearer =
        send(
            new Request.Builder()
                .url(base + "/reader/api/0/user-info")
                .header("Authorization", "Bearer " + token));
    assertThat(bearer.json().get("userName").stringValue()).isEqualTo("me");
    assertThat(get("token").text()).hasSize(57);
  }

  @Test
  void subscriptionsFoldersAndCountsAreListed() throws IOException {
    JsonNode subscriptions = get("subscription/list?output=json").json().get("subscriptions");
    assertThat(subscriptions).hasSize(2);
    JsonNode feed = subscriptions.get(1);
    assertThat(feed.get("id").stringValue()).isEqualTo("feed/" + news);
    assertThat(feed.get("title").stringValue()).isEqualTo("The News");
    assertThat(feed.get("categories").get(0).get("id").stringValue())
        .isEqualTo("user/-/label/News & more");
    JsonNode counts = get("unread-count?output=json").json();
    assertThat(counts.get("max").intValue()).isEqualTo(4);
    assertThat(counts.toString())
        .contains("\"id\":\"feed/" + news + "\",\"count\":3")
        .contains("\"id\":\"user/-/label/News & more\",\"count\":3")
        .contains("reading-list\",\"count\":4");
    assertThat(get("tag/list").text()).contains("starred").contains("\"type\":\"folder\"");
    assertThat(get("subscription/export").text()).contains("xmlUrl=\"https://news.example/feed\"");
  }

  @Test
  void streamsComeByPagesUntilTheyEnd() throws IOException {
    JsonNode first = get("stream/items/ids?n=3&s=" + STATE + "reading-list").json();
    assertThat(first.get("itemRefs")).hasSize(3);
    String on = first.get("continuation").stringValue();
    JsonNode second = get("stream/items/ids?n=3&c=" + on).json();
    assertThat(second.get("itemRefs")).hasSize(1);
    assertThat(second.has("continuation")).isFalse();
    assertThat(ids("n=9&r=o&s=feed/" + news)).isEqualTo(newsIds);
    assertThat(ids("n=9&s=user/123/label/News%20%26%20more")).hasSize(3);
    assertThat(ids("n=9&s=user/-/label/none")).isEmpty();
    assertThat(ids("n=9&s=" + STATE + "broadcast-friends")).isEmpty();
    assertThat(ids("n=9&ot=" + NOW.minusSeconds(60).getEpochSecond())).containsExactly(blogId);
  }

  @Test
  void contentsAreWholeInEveryFormOfAnItemsNumber() throws IOException {
    long two = newsIds.get(1);
    JsonNode items =
        post(
                "stream/items/contents",
                "i",
                item(newsIds.get(0)),
                "i",
                String.valueOf(two),
                "i",
                String.format(Locale.ROOT, "%016x", blogId),
                "i",
                "999999")
            .json()
            .get("items");
    assertThat(items).hasSize(3);
    JsonNode one = items.get(0);
    assertThat(one.get("title").stringValue()).isEqualTo("One <b>");
    assertThat(one.get("summary").get("content").stringValue()).isEqualTo("<p>Text one</p>");
    assertThat(one.get("origin").get("streamId").stringValue()).isEqualTo("feed/" + news);
    assertThat(one.get("published").longValue()).isEqualTo(NOW.minusSeconds(300).getEpochSecond());
    assertThat(one.get("categories").toString()).doesNotContain("/read\"");
    assertThat(items.get(1).get("enclosure").get(0).get("type").stringValue())
        .isEqualTo("audio/mpeg");
    JsonNode stream = get("stream/contents/feed%2F" + news + "?n=2").json();
    assertThat(stream.get("items")).hasSize(2);
    assertThat(stream.has("continuation")).isTrue();
    assertThat(get("stream/contents/feed/" + news).json().get("items")).hasSize(3);
  }

  @Test
  void readStarAndLabelsAreSetAndTakenBack() throws IOException {
    String one = item(newsIds.get(0));
    Said ok = post("edit-tag", "i", one, "a", STATE + "read", "r", STATE + "kept-unread", "T", "x");
    assertThat(ok.text()).isEqualTo("OK");
    assertThat(ids("n=9&xt=" + STATE + "read")).hasSize(3).doesNotContain(newsIds.get(0));
    assertThat(ids("n=9&it=" + STATE + "read")).containsExactly(newsIds.get(0));
    post("edit-tag", "i", one, "r", STATE + "read", "a", STATE + "kept-unread");
    assertThat(ids("n=9&xt=" + STATE + "read")).hasSize(4);
    post(
        "edit-tag", "i", one, "i", item(blogId), "a", STATE + "starred", "a", "user/-/label/Later");
    assertThat(ids("n=9&s=" + STATE + "starred")).containsExactly(blogId, newsIds.get(0));
    assertThat(ids("n=9&s=user/-/label/Later")).hasSize(2);
    assertThat(get("tag/list").text()).contains("user/-/label/Later");
    post("rename-tag", "s", "user/-/label/Later", "dest", "user/-/label/Soon");
    assertThat(ids("n=9&s=user/-/label/Soon")).hasSize(2);
    post("disable-tag", "s", "user/-/label/Soon");
    assertThat(ids("n=9&s=user/-/label/Soon")).isEmpty();
  }

  @Test
  void allIsMarkedAsReadUpToATime() throws IOException {
    String time = NOW.minusSeconds(70).getEpochSecond() + "000000";
    post("mark-all-as-read", "s", STATE + "reading-list", "ts", time);
    assertThat(ids("n=9&xt=" + STATE + "read")).containsExactly(blogId);
    post("mark-all-as-read", "s", "feed/" + blog);
    assertThat(ids("n=9&xt=" + STATE + "read")).isEmpty();
  }

  @Test
  void feedsAreAddedRenamedMovedAndLeft() throws IOException {
    JsonNode added = post("subscription/quickadd", "quickadd", "https://new.example/rss").json();
    String stream = added.get("streamId").stringValue();
    post("subscription/edit", "ac", "edit", "s", stream, "t", "Mine", "a", "user/-/label/F");
    assertThat(get("subscription/list").text()).contains("\"Mine\"").contains("user/-/label/F");
    post("subscription/edit", "ac", "edit", "s", stream, "r", "user/-/label/F");
    assertThat(get("subscription/list").text()).doesNotContain("user/-/label/F\"");
    Said other =
        post("subscription/edit", "ac", "subscribe", "s", "feed/https://b.example/rss", "t", "B");
    assertThat(other.text()).isEqualTo("OK");
    post("subscription/edit", "ac", "unsubscribe", "s", stream);
    post("subscription/edit", "ac", "unsubscribe", "s", "feed/https://b.example/rss");
    assertThat(get("subscription/list").json().get("subscriptions")).hasSize(2);
  }

  @Test
  void whatOthersFollowIsNotShown() throws IOException {
    long other = store.accounts().add("other", null, NOW).orElseThrow().id();
    String theirs = Secrets.token();
    store.credentials().addToken(other, "t", Secrets.hash(theirs), List.of("f"), false, NOW);
    for (String path :
        List.of(
            "stream/items/ids?n=9",
            "stream/items/ids?n=9&s=feed/" + news,
            "stream/items/contents?i=" + blogId)) {
      Said said =
          send(
              new Request.Builder()
                  .url(base + "/reader/api/0/" + path)
                  .header("Authorization", "GoogleLogin auth=other/" + theirs));
      assertThat(said.status()).isEqualTo(200);
      assertThat(said.text()).as(path).doesNotContain("\"" + blogId + "\"").doesNotContain("Post");
    }
  }

  @Test
  void wrongParametersAreNamedInAProblem() throws IOException {
    for (String path :
        List.of(
            "stream/items/ids?s=feed/x",
            "stream/items/ids?n=x",
            "stream/items/ids?ot=yesterday",
            "stream/items/ids?s=nonsense",
            "stream/items/contents",
            "stream/items/contents?i=xyz",
            "stream/contents/feed/%27%3B--")) {
      Said said = get(path);
      assertThat(said.status()).as(path).isEqualTo(400);
      assertThat(said.json().get("detail").stringValue()).as(path).startsWith("'");
    }
    assertThat(post("edit-tag", "a", STATE + "read").status()).isEqualTo(400);
    assertThat(post("edit-tag", "i", "1", "a", "user/-/label/ ").status()).isEqualTo(400);
    assertThat(post("mark-all-as-read").status()).isEqualTo(400);
    assertThat(post("subscription/edit", "ac", "burn", "s", "feed/1").status()).isEqualTo(400);
    assertThat(post("subscription/edit", "ac", "edit", "s", "feed/9999").status()).isEqualTo(400);
    assertThat(get("no/such/call").status()).isEqualTo(404);
  }

  @Test
  void theAtomOfAStreamTellsWhatIsRead() throws IOException {
    post("edit-tag", "i", item(newsIds.get(2)), "a", STATE + "read");
    Said atom = send(to("/reader/atom/feed%2F" + news + "?n=20"));
    assertThat(atom.text())
        .contains("<title>The News</title>", "<title>One &lt;b></title>".replace(">", ">"))
        .contains("label=\"read\"", "label=\"fresh\"", item(newsIds.get(0)));
  }

  @Test
  void feverTellsGroupsFeedsAndItems() throws IOException {
    JsonNode all =
        fever("&groups&feeds&favicons&items&links&unread_item_ids&saved_item_ids").json();
    assertThat(all.get("auth").intValue()).isEqualTo(1);
    assertThat(all.get("groups").get(0).get("title").stringValue()).isEqualTo("News & more");
    assertThat(all.get("feeds")).hasSize(2);
    assertThat(all.get("feeds_groups").get(0).get("feed_ids").stringValue())
        .isEqualTo(String.valueOf(news));
    assertThat(all.get("items")).hasSize(4);
    assertThat(entry(all.get("items").get(3).get("id").longValue())).isEqualTo(newsIds.getFirst());
    assertThat(all.get("items").get(3).get("html").stringValue()).isEqualTo("<p>Text one</p>");
    assertThat(all.get("total_items").intValue()).isEqualTo(4);
    assertThat(all.get("unread_item_ids").stringValue().split(",")).hasSize(4);
    assertThat(all.get("saved_item_ids").stringValue()).isEmpty();
    assertThat(fever("&items&since_id=" + newsIds.get(2)).json().get("items")).hasSize(1);
    assertThat(fever("&items&max_id=" + newsIds.get(1)).json().get("items")).hasSize(1);
    assertThat(fever("&items&with_ids=" + blogId + ",77").json().get("items")).hasSize(1);
  }

  @Test
  void feverMarksItemsFeedsAndGroups() throws IOException {
    String one = String.valueOf(newsIds.getFirst());
    JsonNode said = fever("", "mark", "item", "as", "read", "id", one).json();
    assertThat(said.get("unread_item_ids").stringValue().split(",")).hasSize(3);
    fever("", "mark", "item", "as", "unread", "id", one);
    fever("", "mark", "item", "as", "saved", "id", one);
    String saved = fever("&saved_item_ids").json().get("saved_item_ids").stringValue();
    assertThat(entry(Long.parseLong(saved))).isEqualTo(newsIds.getFirst());
    fever("", "mark", "item", "as", "unsaved", "id", one);
    long group = FeverApi.group("News & more");
    String before = String.valueOf(NOW.getEpochSecond());
    fever("", "mark", "group", "as", "read", "id", String.valueOf(group), "before", before);
    assertThat(store.reading().unread(1, 9)).containsExactly(blogId);
    fever("", "mark", "group", "as", "read", "id", "-1", "before", before);
    assertThat(store.reading().unread(1, 9)).hasSize(1);
    fever("", "mark", "feed", "as", "read", "id", String.valueOf(blog), "before", before);
    assertThat(store.reading().unread(1, 9)).isEmpty();
  }

  @Test
  void feverRefusesWrongKeysAndNamesWrongParameters() throws IOException {
    for (String key : new String[] {"", "x", "0".repeat(32)}) {
      Said said =
          send(new Request.Builder().url(base + "/fever/?api&items").post(form("api_key", key)));
      assertThat(said.json().get("auth").intValue()).isZero();
      assertThat(said.json().has("items")).isFalse();
    }
    assertThat(fever("&items&with_ids=a").status()).isEqualTo(400);
    assertThat(fever("&items&since_id=a").status()).isEqualTo(400);
    assertThat(fever("", "mark", "item", "as", "eaten", "id", "1").status()).isEqualTo(400);
    assertThat(fever("", "mark", "item", "as", "read").status()).isEqualTo(400);
    assertThat(fever("", "mark", "world", "as", "read", "id", "1").status()).isEqualTo(400);
  }
}
