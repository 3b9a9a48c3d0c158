package freshet.fetch;

import java.net.UnknownHostException;

/// The name leads to an address that may not be connected to. A kind of UnknownHostException
/// because OkHttp lets a name service throw nothing else.
final class ForbiddenAddress extends UnknownHostException {
  ForbiddenAddress(String host) {
    super(host);
  }
}
