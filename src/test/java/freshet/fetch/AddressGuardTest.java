package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import okhttp3.Dns;
import org.junit.jupiter.api.Test;

/// The guard with a name service of our own, so that no packet leaves this machine.
final class AddressGuardTest {
  private final Map<String, List<String>> names = new ConcurrentHashMap<>();

  private final Dns dns =
      host -> {
        if (!names.containsKey(host)) return List.of(InetAddress.getByName(host));
        return names.get(host).stream().map(AddressGuardTest::address).toList();
      };

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private FetchOutcome fetch(String url) throws InterruptedException {
    FetchLimits limits =
        new FetchLimits(
            Duration.ofMillis(300), Duration.ofSeconds(1), Duration.ofSeconds(2), 10_000, 3);
    GuardedClient client = new GuardedClient(limits, Network.DIRECT, dns, UnaryOperator.identity());
    try (HttpFetcher fetcher =
        new HttpFetcher(
            new Identity("Freshet", "0.1", null),
            limits,
            Politeness.NONE,
            () -> Instant.EPOCH,
            new Random(1),
            client)) {
      return fetcher.fetch(FetchRequest.of(FeedUrl.of(url)));
    }
  }

  private static void assertPrivate(FetchOutcome outcome) {
    assertThat(outcome).isInstanceOf(Forbidden.class);
    assertThat(((Forbidden) outcome).ban()).isEqualTo(Ban.PRIVATE_ADDRESS);
  }

  @Test
  void aNameWithAPrivateAddressIsNotAsked() throws Exception {
    try (RawServer server = RawServer.saying("HTTP/1.1 200 OK\r\n\r\nsecret")) {
      names.put("inside.example", List.of("127.0.0.1"));
      assertPrivate(fetch("http://inside.example:" + server.port() + "/"));
      assertThat(server.connections).hasValue(0);
    }
  }

  @Test
  void everyWayToWriteLoopbackIsCaught() throws Exception {
    try (RawServer server = RawServer.saying("HTTP/1.1 200 OK\r\n\r\nsecret")) {
      for (String host :
          new String[] {
            "127.0.0.1",
            "127.1.2.3",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "0.0.0.0",
            "[::]",
            "[::127.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]"
          }) {
        assertPrivate(fetch("http://" + host + ":" + server.port() + "/"));
      }
      // Old spellings of numbers never get as far as an answer.
      for (String host : new String[] {"2130706433", "0x7f.0.0.1", "0177.0.0.1", "127.1"}) {
        assertThat(fetchOrInvalid("http://" + host + ":" + server.port() + "/"))
            .isInstanceOfAny(Forbidden.class, Unreachable.class);
      }
      assertThat(server.connections).hasValue(0);
    }
  }

  private FetchOutcome fetchOrInvalid(String url) throws InterruptedException {
    try {
      return fetch(url);
    } catch (IllegalArgumentException e) {
      return new Unreachable(FetchOutcome.Trouble.NAME_NOT_FOUND, "not even an address");
    }
  }

  @Test
  void ofSeveralAddressesOnlyThePublicOnesAreTried() throws Exception {
    AddressGuard guard = new AddressGuard(dns, Network.DIRECT);
    names.put("mixed.example", List.of("10.0.0.1", "2606:4700::1", "1.1.1.1", "fe80::1"));
    assertThat(guard.lookup("mixed.example"))
        .containsExactly(address("1.1.1.1"), address("2606:4700::1"));
  }

  @Test
  void aNameThatChangesAfterItWasCheckedIsCaughtAtTheSocket() throws Exception {
    AddressGuard guard = new AddressGuard(dns, Network.DIRECT);
    names.put("rebinding.example", List.of("1.1.1.1"));
    assertThat(guard.lookup("rebinding.example")).hasSize(1);
    names.put("rebinding.example", List.of("127.0.0.1"));
    try (RawServer server = RawServer.saying("secret");
        Socket socket = guard.createSocket()) {
      var changed = new InetSocketAddress(address("127.0.0.1"), server.port());
      assertThatThrownBy(() -> socket.connect(changed, 100)).isInstanceOf(ForbiddenAddress.class);
      assertThatThrownBy(() -> guard.createSocket("127.0.0.1", server.port()))
          .isInstanceOf(ForbiddenAddress.class);
      var unresolved = InetSocketAddress.createUnresolved("localhost", server.port());
      assertThatThrownBy(() -> socket.connect(unresolved, 100))
          .isInstanceOf(ForbiddenAddress.class);
      assertThat(server.connections).hasValue(0);
    }
  }

  @Test
  void aNameWithHundredsOfAddressesHoldsUsForAFew() throws Exception {
    AddressGuard guard = new AddressGuard(dns, Network.DIRECT);
    names.put(
        "many.example",
        java.util.stream.IntStream.range(1, 200).mapToObj(i -> "8.8.8." + i).toList());
    assertThat(guard.lookup("many.example")).hasSize(6);
  }
}
