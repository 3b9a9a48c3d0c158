package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.Browsing;
import freshet.model.Subscription;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SidebarTest {

  @Test
  void feedsOfOneNameAreToldApartByTheEndOfTheirAddresses() {
    Sidebar sidebar =
        Sidebar.of(
            new Browsing.Overview(
                List.of(
                    feed(1, "Courier", "https://courier.example/sport.xml"),
                    feed(2, "Courier", "https://me:secret@courier.example/"),
                    feed(3, "Herald", "https://herald.example/feed")),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0));
    assertThat(sidebar.loose())
        .extracting(Sidebar.Shelved::name)
        .containsExactly("Courier · sport.xml", "Courier · courier.example", "Herald");
  }

  private static Subscription feed(long id, String name, String address) {
    return new Subscription(
        id, name, null, null, List.of(), false, 0, Instant.EPOCH, address, null, null, null, false);
  }
}
