package outcry.auction;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/** Network addresses that are counted as one, see "Failed log-ins" in `kits/schema/README.md`. */
final class Addresses {
  /** The bytes of an IPv6 address, of 16, that a network assigns to one customer, who has all addresses behind them. */
  private static final int CUSTOMER_BYTES = 8;

  private Addresses() {}

  /** The key that failures from {@code address} are counted by; one and the same for all whose address is not known, which is null. */
  static String countedAs(String address) {
    if (address == null) return "unknown";
    String plain = address.replaceFirst("%.*", "");
    // A text without a colon could be a name, and would be looked up.
    if (plain.indexOf(':') < 0) return plain;
    try {
      InetAddress parsed = InetAddress.getByName(plain);
      if (parsed instanceof Inet4Address) return parsed.getHostAddress();
      return HexFormat.of().formatHex(Arrays.copyOf(parsed.getAddress(), CUSTOMER_BYTES));
    } catch (UnknownHostException e) {
      return plain;
    }
  }
}
