package freshet.library;

import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.Icon;
import freshet.picture.IconFinder;
import freshet.picture.PictureProxy;
import freshet.store.Icons.Known;
import freshet.store.Store;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Pictures that Freshet fetches for readers: the icons of feeds, and pictures of entries for those
/// who do not want to ask publishers for them.
public final class Picturing {
  /// By one call: each is read from the store first.
  private static final int MOST_LOOKED_FOR = 200;

  private final Store store;
  private final @Nullable IconFinder finder;
  private final @Nullable PictureProxy proxy;

  /// @param finder and `proxy` are null where no server can be asked
  public Picturing(Store store, @Nullable IconFinder finder, @Nullable PictureProxy proxy) {
    this.store = store;
    this.finder = finder;
    this.proxy = proxy;
  }

  /// A feed and its icon.
  ///
  /// @param icon null if it has none
  /// @param known whether it was looked for
  public record OfFeed(String name, @Nullable Icon icon, boolean known) {}

  /// The icon of a feed that the account follows. One that is not known yet is looked for, as
  /// somebody wants to see it.
  public OfFeed icon(Account who, long feed) {
    Feed followed = FollowedFeeds.followed(store, who, feed);
    Optional<Known> known = store.icons().ofFeed(feed);
    if (finder != null) finder.want(followed, known);
    return new OfFeed(followed.name(), known.map(Known::icon).orElse(null), known.isPresent());
  }

  /// What an address of a picture must carry to be fetched by Freshet.
  public String sign(String address) {
    return proxy == null ? "-" : proxy.sign(address);
  }

  /// A picture that stands in an entry; empty if it cannot be had, or if the address is none that
  /// was signed.
  public Optional<PictureProxy.Picture> picture(String address, String signature)
      throws InterruptedException {
    return proxy == null ? Optional.empty() : proxy.get(address, signature);
  }

  /// The numbers of the icons of feeds that an account follows, by feed; those that have none are
  /// left out, and of those that are not known yet some are looked for.
  public Map<Long, Long> numbers(Account who, List<Long> feeds) {
    Map<Long, Long> numbers = new HashMap<>();
    int looked = 0;
    for (int from = 0; from < feeds.size(); from += 500) {
      List<Long> some = feeds.subList(from, Math.min(feeds.size(), from + 500));
      Map<Long, Long> known = store.icons().ofFeeds(some);
      for (Long feed : some) {
        Long number = known.get(feed);
        if (number != null && number > 0) numbers.put(feed, number);
        if (number != null || finder == null || looked++ >= MOST_LOOKED_FOR) continue;
        store.feeds().find(who.id(), feed).ifPresent(f -> finder.want(f, Optional.empty()));
      }
    }
    return numbers;
  }

  /// An icon by its number, which is one of [#numbers].
  public Optional<Icon> byNumber(long number) {
    return store.icons().find(number);
  }

  /// The same of some, by number.
  public Map<Long, Icon> byNumbers(Collection<Long> numbers) {
    return store.icons().find(numbers);
  }
}
