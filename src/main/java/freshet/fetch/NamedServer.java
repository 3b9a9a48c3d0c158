package freshet.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.net.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.ConnectionPool;
import okhttp3.CookieJar;
import okhttp3.Credentials;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/// Asks a server that the installation's own settings name, such as a search engine: it may be
/// anywhere, on several addresses, of which one that answers is taken. No proxy, no redirects,
/// nothing of what strangers' servers need; but answers have a size and calls a time.
public final class NamedServer implements AutoCloseable {
  private static final Duration TO_CONNECT = Duration.ofSeconds(3);
  private static final long LARGEST = 128L << 20;

  private final List<String> bases;
  private final @Nullable String authorization;
  private final OkHttpClient client;
  private volatile int first;

  /// @param user empty if it asks for none
  /// @param trusted instead of the system's authorities; null for those
  public record Access(String user, String password, @Nullable Certificates trusted) {
    public static final Access OPEN = new Access("", "", null);

    @Override
    public String toString() {
      return "Access of " + user;
    }
  }

  /// @param bases such as `http://10.0.0.7:9200`, all of the same server
  public NamedServer(List<String> bases, Access access) {
    this.bases = List.copyOf(bases);
    this.authorization =
        access.user.isEmpty()
            ? null
            : Credentials.basic(
                access.user, access.password, java.nio.charset.StandardCharsets.UTF_8);
    OkHttpClient.Builder builder =
        new OkHttpClient.Builder()
            .connectTimeout(TO_CONNECT)
            .readTimeout(Duration.ZERO)
            .writeTimeout(Duration.ZERO)
            .followRedirects(false)
            .followSslRedirects(false)
            .protocols(List.of(Protocol.HTTP_1_1))
            .cookieJar(CookieJar.NO_COOKIES)
            .connectionPool(new ConnectionPool(16, 1, java.util.concurrent.TimeUnit.MINUTES))
            .proxy(Proxy.NO_PROXY);
    if (access.trusted != null) access.trusted.apply(builder);
    this.client = builder.build();
  }

  public record Answer(int status, byte[] body) {}

  /// @param path such as `/_bulk`
  /// @param type the media type of the body
  /// @param body null for none
  /// @param patience with the whole of it
  /// @throws IOException if none of the addresses answers
  public Answer call(
      String method, String path, String type, byte @Nullable [] body, Duration patience)
      throws IOException {
    OkHttpClient patient = client.newBuilder().callTimeout(patience).build();
    IOException failed = null;
    for (int i = 0, at = first; i < bases.size(); i++, at = (at + 1) % bases.size()) {
      Request.Builder request = new Request.Builder().url(bases.get(at) + path);
      request.header("Accept-Encoding", "identity"); // it is near
      if (authorization != null) request.header("Authorization", authorization);
      RequestBody sent = body == null ? null : RequestBody.create(body, MediaType.get(type));
      if (sent == null && (method.equals("POST") || method.equals("PUT"))) {
        sent = RequestBody.create(new byte[0], null);
      }
      try (Response response = patient.newCall(request.method(method, sent).build()).execute()) {
        Answer answer = new Answer(response.code(), bounded(response));
        first = at;
        return answer;
      } catch (IOException e) {
        if (failed == null) failed = e;
        else failed.addSuppressed(e);
      }
    }
    throw failed == null ? new IOException("no address") : failed;
  }

  private static byte[] bounded(Response response) throws IOException {
    Buffer read = new Buffer();
    while (response.body().source().read(read, 1 << 16) >= 0) {
      if (read.size() > LARGEST) throw new IOException("an answer of more than " + LARGEST);
    }
    return read.readByteArray();
  }

  /// Authorities of our own.
  public static final class Certificates {
    private final SSLContext context;
    private final X509TrustManager trusted;

    private Certificates(SSLContext context, X509TrustManager trusted) {
      this.context = context;
      this.trusted = trusted;
    }

    /// @param file of certificates (PEM)
    /// @throws IllegalArgumentException if they cannot be read
    public static Certificates in(Path file) {
      try (InputStream in = Files.newInputStream(file)) {
        KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
        all.load(null, null);
        int n = 0;
        for (Certificate c : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
          all.setCertificateEntry("ca" + n++, c);
        }
        TrustManagerFactory managers =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(all);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        for (TrustManager m : managers.getTrustManagers()) {
          if (n > 0 && m instanceof X509TrustManager x) return new Certificates(context, x);
        }
        throw new IllegalArgumentException(file + " has no certificates in it");
      } catch (IOException | GeneralSecurityException e) {
        throw new IllegalArgumentException(file + " cannot be read as certificates", e);
      }
    }

    private void apply(OkHttpClient.Builder client) {
      client.sslSocketFactory(context.getSocketFactory(), trusted);
    }
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
