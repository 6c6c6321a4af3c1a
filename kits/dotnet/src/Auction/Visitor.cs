namespace Outcry.Kit.Auction;

/// <summary>A connection's login, as the server keeps it. The token itself is not kept. Times are ms since 1970.</summary>
internal sealed record Identity(long UserId, string User, string TokenHash, long ExpiresAt);

/// <summary>What the house knows of a connection that has asked something. Its requests come one after the other.</summary>
/// <param name="address">the network address the connection comes from, where it is known</param>
/// <param name="failures">what it may fail</param>
internal sealed class Visitor(string? address, RateLimit failures, double now)
{
    /// <summary>Requests of one connection, and among them those for the whole list.</summary>
    private static readonly Rate AllRequests = new(200, 20), Listings = new(20, 250);

    private readonly RateLimit _requests = new(AllRequests, now);
    private readonly RateLimit _listings = new(Listings, now);

    /// <summary>What wrong log-ins are counted by.</summary>
    public string Address { get; } = Addresses.CountedAs(address);

    public RateLimit Failures => failures;

    public Identity? Identity { get; set; }

    public bool MayAsk(string request, double at) => _requests.Take(at) && (request != "listItems" || _listings.Take(at));
}
