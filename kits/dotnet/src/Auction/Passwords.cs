using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Outcry.Kit.Auction;

/// <summary>
/// Passwords in PHC string format: <c>$pbkdf2-sha512$i=210000$salt$hash</c>, base64 without padding. PBKDF2 is RFC 8018, 5.2; the
/// iterations are OWASP's for PBKDF2-HMAC-SHA512. Every app can check what another wrote. Hashes and checks a few at a time.
/// </summary>
public sealed partial class Passwords(int iterations = Passwords.Iterations)
{
    public const int Iterations = 210_000;

    /// <summary>In the house of a server that lives for a test alone.</summary>
    private const int ShortLivedIterations = 1_000;

    private const int SaltBytes = 16;
    private const int HashBytes = 64;

    /// <summary>A row that asks for more was not written by an app of this house; it must not hold a thread for minutes.</summary>
    private const int IterationsLimit = 10_000_000;

    /// <summary>Threads that hash: one core is left for everything else.</summary>
    private readonly SemaphoreSlim _semaphore = new(Math.Clamp(Environment.ProcessorCount - 1, 1, 3));

    /// <summary>The hash to check a password against when there is no such user, so that both take as long.</summary>
    private readonly string _nobody = Write(
        iterations, RandomNumberGenerator.GetBytes(SaltBytes), RandomNumberGenerator.GetBytes(HashBytes));

    [GeneratedRegex(@"^\$pbkdf2-sha512\$i=([1-9][0-9]{0,7})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{86})\z")]
    private static partial Regex Phc { get; }

    /// <summary>Those of a server process with these environment variables (protocol/server-process.md).</summary>
    public static Passwords OfServer(Func<string, string?> environment) =>
        new(environment("SHORT_LIVED") == "on" ? ShortLivedIterations : Iterations);

    /// <summary>The PHC string to store.</summary>
    public Task<string> Hash(string password) => InTurn(() =>
    {
        var salt = RandomNumberGenerator.GetBytes(SaltBytes);
        return Write(iterations, salt, Derive(password, salt, iterations));
    });

    /// <summary>True if a password matches its PHC string; false, as slowly, when that is null.</summary>
    public async Task<bool> Check(string password, string? phc) => await InTurn(() => Matches(password, phc ?? _nobody)) && phc != null;

    /// <summary>True if this is the password that the PHC string was made of.</summary>
    public static bool Matches(string password, string phc)
    {
        var parts = Phc.Match(phc).Groups;
        if (!int.TryParse(parts[1].ValueSpan, CultureInfo.InvariantCulture, out var count) || count > IterationsLimit)
        {
            throw new InvalidDataException("a row of users has a password that is not in the PHC format of kits/schema/README.md");
        }
        var actual = Derive(password, FromBase64(parts[2].Value), count);
        return CryptographicOperations.FixedTimeEquals(actual, FromBase64(parts[3].Value));
    }

    /// <summary>NFKC, as in NIST SP 800-63B: the same password typed on two keyboards is the same bytes.</summary>
    private static byte[] Derive(string password, byte[] salt, int count) => Rfc2898DeriveBytes.Pbkdf2(
        Encoding.UTF8.GetBytes(Text.Normalize(password, NormalizationForm.FormKC)), salt, count, HashAlgorithmName.SHA512, HashBytes);

    private static string Write(int count, byte[] salt, byte[] hash) => $"$pbkdf2-sha512$i={count}${ToBase64(salt)}${ToBase64(hash)}";

    private static string ToBase64(byte[] bytes) => Convert.ToBase64String(bytes).TrimEnd('=');

    private static byte[] FromBase64(string text) => Convert.FromBase64String(text.PadRight((text.Length + 3) / 4 * 4, '='));

    private async Task<T> InTurn<T>(Func<T> work)
    {
        await _semaphore.WaitAsync();
        try
        {
            // A thread of its own: those of the pool carry the load test.
            return await Task.Factory.StartNew(work, TaskCreationOptions.LongRunning);
        }
        finally
        {
            _semaphore.Release();
        }
    }
}
