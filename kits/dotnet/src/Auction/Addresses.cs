using System.Net;
using System.Net.Sockets;

namespace Outcry.Kit.Auction;

/// <summary>Network addresses that are counted as one, see "Failed log-ins" in kits/schema/README.md.</summary>
internal static class Addresses
{
    /// <summary>The bytes of an IPv6 address, of 16, that a network assigns to one customer, who has all addresses behind them.</summary>
    private const int CustomerBytes = 8;

    /// <summary>The key that failures from an address are counted by; one and the same for all whose address is not known.</summary>
    public static string CountedAs(string? address)
    {
        if (address == null) return "unknown";
        if (!IPAddress.TryParse(address.Split('%')[0], out var parsed)) return address;
        if (parsed.IsIPv4MappedToIPv6) parsed = parsed.MapToIPv4();
        return parsed.AddressFamily == AddressFamily.InterNetworkV6
            ? Convert.ToHexStringLower(parsed.GetAddressBytes().AsSpan(0, CustomerBytes))
            : parsed.ToString();
    }
}
