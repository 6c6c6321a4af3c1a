namespace Outcry.Kit.Auction;

/// <summary>A connection's login, as the server keeps it. The token itself is not kept. Times are ms since 1970.</summary>
internal sealed record Identity(long UserId, string User, string TokenHash, long ExpiresAt);

/// <summary>What the house knows of a connection that has asked something. Its requests come one after the other.</summary>
internal sealed class Visitor(string connection, string? address, double now)
{
    /// <summary>Requests of one connection, and among them those for the whole list.</summary>
    private static readonly Rate AllRequests = new(200, 20), Listings = new(20, 250);

    private readonly RateLimit _requests = new(AllRequests, now);
    private readonly RateLimit _listings = new(Listings, now);

    public string Connection => connection;

    /// <summary>The network address the connection comes from: wrong log-ins are counted by it.</summary>
    public string? Address => address;

    public Identity? Identity { get; set; }

    public bool MayAsk(string request, double at) => _requests.Take(at) && (request != "listItems" || _listings.Take(at));
}
