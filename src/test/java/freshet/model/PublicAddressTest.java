package freshet.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PublicAddressTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255"
      })
  void privateIpv4AddressesAreNotPublic(String address) throws UnknownHostException {
    assertThat(PublicAddress.is(InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "::",
        "::1",
        "::7f00:1",
        "::ffff:0:7f00:1",
        "64:ff9b::7f00:1",
        "64:ff9b::808:808",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:0:53aa:64c:0:0:7f00:1",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:808:808::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fec0::1",
        "ff02::1"
      })
  void privateAndTranslatedIpv6AddressesAreNotPublic(String address) throws UnknownHostException {
    assertThat(PublicAddress.is(InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.1",
        "100.63.255.255",
        "100.128.0.1",
        "126.1.1.1",
        "128.0.0.1",
        "169.253.1.1",
        "172.15.0.1",
        "172.32.0.1",
        "192.167.1.1",
        "192.0.1.1",
        "198.17.1.1",
        "198.20.0.1",
        "223.255.255.254",
        "2606:4700:4700::1111",
        "2a00:1450:4001:800::200e",
        "2001:4860:4860::8888",
        "2001:200::1",
        "2400:cb00::1"
      })
  void addressesOfTheInternetArePublic(String address) throws UnknownHostException {
    assertThat(PublicAddress.is(InetAddress.getByName(address))).isTrue();
  }

  @Test
  void aMappedAddressInSixteenBytesIsNotPublic() throws UnknownHostException {
    byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 127, 0, 0, 1};
    assertThat(PublicAddress.is(InetAddress.getByAddress(mapped))).isFalse();
  }
}
