package freshet.web;

import freshet.pipeline.Announcer;
import freshet.pipeline.Announcer.News;
import io.javalin.http.sse.SseClient;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Tells open pages that something was stored. The event carries no entries: the page asks again
/// for what it shows, so that filters and order are decided in one place.
///
/// The thread that polled only counts a permit; each page has a virtual thread of its own, so a
/// browser that reads slowly holds up nobody. Many news while a page is being told are one event.
final class Live implements AutoCloseable {
  private static final long SILENCE_SECONDS = 20;

  private final Set<Page> pages = ConcurrentHashMap.newKeySet();
  private final Announcer.Subscription subscription;

  Live(Announcer announcer) {
    this.subscription = announcer.listen(this::spread);
  }

  private record Page(SseClient client, Semaphore news) {}

  private void spread(News news) {
    if (news.newEntries().isEmpty()) return;
    for (Page page : pages) page.news.release();
  }

  void open(SseClient client) {
    client.ctx().header("X-Accel-Buffering", "no");
    client.keepAlive();
    Page page = new Page(client, new Semaphore(0));
    pages.add(page);
    client.onClose(() -> {
      pages.remove(page);
      page.news.release();
    });
    Thread.ofVirtual().name("live-page").start(() -> tell(page));
  }

  private void tell(Page page) {
    SseClient client = page.client;
    try {
      client.sendEvent("hello", "");
      while (!client.terminated() && pages.contains(page)) {
        if (page.news.tryAcquire(SILENCE_SECONDS, TimeUnit.SECONDS)) {
          page.news.drainPermits();
          if (pages.contains(page)) client.sendEvent("news", "");
        } else {
          client.sendComment("still here"); // notices a browser that has gone
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      pages.remove(page);
      client.close();
    }
  }

  int openPages() {
    return pages.size();
  }

  @Override
  public void close() {
    subscription.close();
    List<Page> open = List.copyOf(pages);
    pages.clear();
    for (Page page : open) page.news.release();
  }
}
