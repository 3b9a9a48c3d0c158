package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.FeedUrl;
import freshet.model.Icon;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What every store must do with icons.
abstract class IconsContract extends VisibilityContract {
  private long feedAt(String address) {
    return store.feeds().add(1, FeedUrl.of(address), "a", null, null, NOON).id();
  }

  @Test
  void theIconOfAFeedAloneIsNotThatOfItsSite() {
    long one = feedAt("https://bare.example/1");
    var later = NOON.plus(Duration.ofDays(30));
    store.icons().keepOwn(one, "https://bare.example", "image/png", new byte[] {7}, later);
    Icon own = Objects.requireNonNull(store.icons().ofFeed(one).orElseThrow().icon());
    assertThat(own.bytes()).isEqualTo(new byte[] {7});
    assertThat(store.icons().ofSite("https://bare.example", NOON))
        .matches(known -> known.isEmpty() || known.get().icon() == null);
  }

  @Test
  void iconsAreKeptOnceAndTheirLackIsRemembered() {
    long one = feedAt("https://icons.example/1");
    long two = feedAt("https://icons.example/2");
    long none = feedAt("https://bare.example/1");
    byte[] bytes = {1, 2, 3};
    var later = NOON.plus(Duration.ofDays(30));
    assertThat(store.icons().ofFeed(one)).isEmpty();
    store.icons().keep(one, "https://icons.example", "image/png", bytes, later);
    store.icons().keep(two, "https://icons.example", "image/png", bytes, later);
    store.icons().keep(none, "https://bare.example", null, null, later);

    var known = store.icons().ofFeed(one).orElseThrow();
    long number = java.util.Objects.requireNonNull(known.icon()).id();
    assertThat(store.icons().find(List.of(number, 9_999L)).keySet()).containsExactly(number);
    assertThat(store.icons().find(List.of())).isEmpty();
    assertThat(known.again()).isEqualTo(later);
    Icon icon = Objects.requireNonNull(known.icon());
    assertThat(icon.type()).isEqualTo("image/png");
    assertThat(icon.bytes()).isEqualTo(bytes);
    long id = icon.id();
    assertThat(store.icons().ofFeeds(List.of(one, two, none, 99L)))
        .isEqualTo(Map.of(one, id, two, id, none, 0L));
    assertThat(store.icons().ofFeed(none).orElseThrow().icon()).isNull();
    assertThat(store.icons().ofSite("https://icons.example", NOON)).isPresent();
    assertThat(store.icons().ofSite("https://icons.example", later)).isEmpty();
    assertThat(store.icons().ofSite("https://other.example", NOON)).isEmpty();

    store.icons().keep(12_345, "https://gone.example", "image/gif", new byte[] {5}, later);
    assertThat(store.icons().ofFeed(12_345)).isEmpty();

    store.icons().keep(one, "https://icons.example", "image/gif", new byte[] {4}, later);
    assertThat(store.icons().find(id)).isPresent();
    store.icons().keep(two, "https://icons.example", null, null, later);
    assertThat(store.icons().find(id)).as("nobody has it any longer").isEmpty();
  }
}
