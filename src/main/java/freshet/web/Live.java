package freshet.web;

import freshet.account.Visitor;
import freshet.pipeline.Announcer;
import freshet.pipeline.Announcer.News;
import freshet.store.Store;
import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Tells open pages that something was stored, by server-sent events. The event carries no entries:
/// the page asks again for what it shows, so that filters and order are decided in one place.
///
/// A page hears of the feeds that its account follows and of no other.
///
/// The thread that polled only counts a permit; each page waits on the virtual thread of its own
/// request, so a browser that reads slowly holds up nobody. Many news while a page is being told
/// are one event.
///
/// Javalin's own `SseClient` is not used: closing one whose browser has left makes Javalin 7.2.3
/// handle the finished request again and again without end.
final class Live implements AutoCloseable {
  private static final long SILENCE_SECONDS = 20;

  /// The open pages, and whose they are.
  private final Map<Semaphore, Long> pages = new ConcurrentHashMap<>();

  private final Store store;
  private final Announcer.Subscription subscription;
  private volatile boolean closed;

  Live(Announcer announcer, Store store) {
    this.store = store;
    this.subscription = announcer.listen(this::spread);
  }

  private void spread(News news) {
    if (news.newEntries().isEmpty() || pages.isEmpty()) return;
    List<Long> followers = store.subscriptions().followers(news.feedId());
    pages.forEach((page, account) -> {
      if (news.feedId() == 0 || followers.contains(account)) page.release();
    });
  }

  /// Holds the request of a page until its browser leaves or the program ends.
  void tell(Context ctx) {
    ctx.disableCompression();
    ctx.contentType("text/event-stream; charset=utf-8");
    ctx.header("Cache-Control", "no-store");
    ctx.header("X-Accel-Buffering", "no");
    Semaphore news = new Semaphore(0);
    pages.put(news, Visitor.account(ctx));
    try {
      ServletOutputStream out = ctx.res().getOutputStream();
      send(out, "event: hello\ndata:\n\n");
      while (!closed) {
        if (news.tryAcquire(SILENCE_SECONDS, TimeUnit.SECONDS)) {
          news.drainPermits();
          if (!closed) send(out, "event: news\ndata:\n\n");
        } else {
          send(out, ": still here\n\n"); // notices a browser that has left
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // the browser has left
    } finally {
      pages.remove(news);
    }
  }

  private static void send(ServletOutputStream out, String event) throws IOException {
    out.write(event.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  int openPages() {
    return pages.size();
  }

  @Override
  public void close() {
    subscription.close();
    closed = true;
    for (Semaphore page : List.copyOf(pages.keySet())) page.release();
  }
}
