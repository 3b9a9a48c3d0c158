package freshet.fetch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.HexFormat;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import javax.security.auth.x500.X500Principal;
import okhttp3.OkHttpClient;

/// A certificate of a server's own making, with a key that was never written down.
record MadeCertificate(PrivateKey key, Certificate certificate) {
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int TIME = 0x18;
  private static final int SEQUENCE = 0x30;
  private static final int DNS_NAME = 0x82;
  private static final int VERSION = 0xa0;
  private static final int EXTENSIONS = 0xa3;

  private static final byte[] ECDSA_WITH_SHA256 =
      HexFormat.of().parseHex("300a06082a8648ce3d040302");
  private static final byte[] SUBJECT_ALTERNATIVE_NAME = HexFormat.of().parseHex("0603551d11");

  /// Made out to this name, and good at any time.
  static MadeCertificate of(String host) throws GeneralSecurityException, IOException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    KeyPair pair = generator.generateKeyPair();
    byte[] name = new X500Principal("CN=" + host).getEncoded();
    byte[] names = der(SEQUENCE, der(DNS_NAME, ascii(host)));
    byte[] extension = der(SEQUENCE, SUBJECT_ALTERNATIVE_NAME, der(OCTET_STRING, names));
    byte[] content =
        der(
            SEQUENCE,
            der(VERSION, der(INTEGER, new byte[] {2})),
            der(INTEGER, new byte[] {1}),
            ECDSA_WITH_SHA256,
            name,
            der(SEQUENCE, der(TIME, ascii("20000101000000Z")), der(TIME, ascii("99991231235959Z"))),
            name,
            pair.getPublic().getEncoded(),
            der(EXTENSIONS, der(SEQUENCE, extension)));
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(pair.getPrivate());
    signature.update(content);
    byte[] signed = der(BIT_STRING, new byte[] {0}, signature.sign());
    byte[] whole = der(SEQUENCE, content, ECDSA_WITH_SHA256, signed);
    Certificate certificate =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(whole));
    return new MadeCertificate(pair.getPrivate(), certificate);
  }

  /// One value in the encoding of certificates (ITU-T X.690).
  private static byte[] der(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) content.writeBytes(part);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(tag);
    if (content.size() >= 0x80) {
      byte[] size = BigInteger.valueOf(content.size()).toByteArray();
      int skip = size[0] == 0 ? 1 : 0;
      all.write(0x80 + size.length - skip);
      all.write(size, skip, size.length - skip);
    } else {
      all.write(content.size());
    }
    all.writeBytes(content.toByteArray());
    return all.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// For a server that shows this certificate.
  SSLSocketFactory server() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null);
    store.setKeyEntry("server", key, new char[0], new Certificate[] {certificate});
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context.getSocketFactory();
  }

  /// A client that trusts this certificate, and no other.
  OkHttpClient.Builder trustedBy(OkHttpClient.Builder client) {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null);
      trusted.setCertificateEntry("server", certificate);
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return client.sslSocketFactory(
          context.getSocketFactory(), (X509TrustManager) trust.getTrustManagers()[0]);
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }
}
