using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;

namespace Outcry.Kit.Auction;

/// <summary>Tokens that keep a client logged in. The database has only their hashes: who reads it cannot log in with them.</summary>
internal static class Tokens
{
    private const int Bytes = 32;

    /// <summary>A login ends this long after it was made, ms, however it is used: 7 days.</summary>
    public const long LoginMs = 7 * 24 * 3_600_000L;

    /// <summary>256 random bits, in base64url.</summary>
    public static string New() => Base64Url.EncodeToString(RandomNumberGenerator.GetBytes(Bytes));

    /// <summary>SHA-256 in lower-case hex. A token is random enough that nothing slower is needed.</summary>
    public static string Hash(string token) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(token)));
}
