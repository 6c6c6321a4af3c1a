using System.Globalization;

namespace Outcry.Kit.Auction;

internal static class Money
{
    /// <summary><c>€1,234.50</c> for 123450. Sentences are in English, so their numbers are too.</summary>
    public static string Format(long cents) =>
        string.Create(CultureInfo.InvariantCulture, $"€{cents / 100:N0}.{cents % 100:00}");
}
