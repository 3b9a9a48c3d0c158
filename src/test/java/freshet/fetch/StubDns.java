package freshet.fetch;

import freshet.model.NumericHost;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Dns;

/// A name server on loopback that answers over UDP as RFC 1035 has it, with a time to live of 0,
/// and a resolver that asks it. The answers to a name come in turn, so a name can move between two
/// questions.
final class StubDns implements Dns, AutoCloseable {
  private final Map<String, List<List<String>>> turns = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final DatagramSocket socket;

  StubDns() throws SocketException {
    socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.ofVirtual().start(this::serve);
  }

  /// @param addresses those of the first answer, those of the second, …; then from the first again
  void put(String name, List<List<String>> addresses) {
    turns.put(name, addresses);
    asked.put(name, new AtomicInteger());
  }

  int questions(String name) {
    return count(name).get();
  }

  private AtomicInteger count(String name) {
    return Objects.requireNonNull(asked.get(name));
  }

  private void serve() {
    byte[] buffer = new byte[600];
    while (!socket.isClosed()) {
      DatagramPacket question = new DatagramPacket(buffer, buffer.length);
      try {
        socket.receive(question);
        byte[] answer = answer(buffer);
        socket.send(new DatagramPacket(answer, answer.length, question.getSocketAddress()));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private byte[] answer(byte[] question) throws IOException {
    StringBuilder name = new StringBuilder();
    int at = 12;
    while (question[at] != 0) {
      if (!name.isEmpty()) name.append('.');
      name.append(new String(question, at + 1, question[at], StandardCharsets.US_ASCII));
      at += question[at] + 1;
    }
    List<List<String>> all = turns.get(name.toString());
    List<String> now =
        all == null ? List.of() : all.get(count(name.toString()).getAndIncrement() % all.size());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(question, 0, 2);
    out.writeShort(all == null ? 0x8183 : 0x8180);
    out.writeShort(1);
    out.writeShort(now.size());
    out.writeInt(0);
    out.write(question, 12, at + 5 - 12);
    for (String address : now) {
      byte[] raw = raw(address);
      out.writeShort(0xc00c);
      out.writeShort(raw.length == 4 ? 1 : 28);
      out.writeShort(1);
      out.writeInt(0);
      out.writeShort(raw.length);
      out.write(raw);
    }
    return bytes.toByteArray();
  }

  /// A mapped address stays one on the wire, though Java would make it IPv4.
  private static byte[] raw(String address) throws UnknownHostException {
    byte[] raw = InetAddress.getByName(address).getAddress();
    if (raw.length == 16 || !address.contains(":")) return raw;
    byte[] mapped = new byte[16];
    mapped[10] = (byte) 0xff;
    mapped[11] = (byte) 0xff;
    System.arraycopy(raw, 0, mapped, 12, 4);
    return mapped;
  }

  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    if (NumericHost.isNumeric(host)) return List.of(InetAddress.getByName(host));
    try (DatagramSocket client = new DatagramSocket()) {
      ByteArrayOutputStream question = new ByteArrayOutputStream();
      question.write(new byte[] {7, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0});
      for (String label : host.replaceFirst("\\.$", "").split("\\.", -1)) {
        if (label.isEmpty() || label.length() > 63) throw new UnknownHostException(host);
        question.write(label.length());
        question.write(label.getBytes(StandardCharsets.US_ASCII));
      }
      question.write(new byte[] {0, 0, 1, 0, 1});
      byte[] bytes = question.toByteArray();
      client.setSoTimeout(5_000);
      client.send(new DatagramPacket(bytes, bytes.length, socket.getLocalSocketAddress()));
      DatagramPacket answer = new DatagramPacket(new byte[600], 600);
      client.receive(answer);
      List<InetAddress> found = read(answer.getData(), bytes.length);
      if (found.isEmpty()) throw new UnknownHostException(host);
      return found;
    } catch (UnknownHostException e) {
      throw e;
    } catch (IOException e) {
      throw new UnknownHostException(host);
    }
  }

  private static List<InetAddress> read(byte[] answer, int questionLength) throws IOException {
    DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(answer));
    in.skipNBytes(6);
    int count = in.readUnsignedShort();
    in.skipNBytes(questionLength - 8);
    List<InetAddress> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      in.skipNBytes(10);
      found.add(InetAddress.getByAddress(in.readNBytes(in.readUnsignedShort())));
    }
    return found;
  }

  @Override
  public void close() {
    socket.close();
  }
}
