namespace Outcry.Kit.Auction;

/// <summary>A connection's login, as the server keeps it. The token itself is not kept. Times are ms since 1970.</summary>
internal sealed record Identity(long UserId, string User, string TokenHash, long ExpiresAt);

/// <summary>The house's knowledge of a connection that has asked something. Its requests come one after the other.</summary>
/// <param name="address">the network address the connection comes from, where it is known</param>
internal sealed class Visitor(string? address, double now)
{
    private readonly TokenBucket _requests = new(200, 20, now);

    /// <summary>Among the requests, those for the whole list.</summary>
    private readonly TokenBucket _listings = new(20, 250, now);

    /// <summary>The key that failures are counted by.</summary>
    public string Address { get; } = Addresses.CountedAs(address);

    public Identity? Identity { get; set; }

    public bool MayAsk(string request, double at) => _requests.Take(at) && (request != "listItems" || _listings.Take(at));
}

/// <summary>Lets a connection ask <paramref name="burst"/> times at once, then once more every <paramref name="everyMs"/>.</summary>
internal sealed class TokenBucket(int burst, double everyMs, double now)
{
    private double _left = burst;
    private double _at = now;

    /// <summary>Takes a token; false when there is none.</summary>
    public bool Take(double now)
    {
        // A clock that was set back takes nothing away.
        _left = Math.Min(burst, _left + (Math.Max(0, now - _at) / everyMs));
        _at = now;
        if (_left < 1) return false;
        _left--;
        return true;
    }
}
