namespace Outcry.Kit.Auction;

// The auction house on the wire, as shared-ui/auction/contract.ts has it. Money is whole cents; times are ISO 8601, UTC.

/// <summary>An item as everybody sees it.</summary>
public sealed record Item(
    long Id, string Name, string Description, long MinimumPrice, string AddedBy, string AddedAt,
    long? LeadingBid, string? LeadingBidder, long Bids);

public sealed record ItemAdded(long Revision, Item Item);

public sealed record ItemRemoved(long Revision, long ItemId, string Name, string RemovedBy);

public sealed record BidPlaced(long Revision, long ItemId, string Name, long Amount, string Bidder, long Bids);

/// <summary>The reply to a request that was granted; some have more fields.</summary>
internal record Granted
{
    public bool Ok => true;
}

internal sealed record Login(string User, string Token, string ExpiresAt) : Granted;

internal sealed record ItemList(IReadOnlyList<Item> Items, long Revision) : Granted;

internal sealed record ItemChanged(Item Item, long Revision) : Granted;

internal sealed record Changed(long Revision) : Granted;

/// <summary>Limits that server and page share. Lengths are in Unicode code points, the price in cents.</summary>
internal static class Limits
{
    public const int UserName = 40, PasswordLeast = 8, Password = 200, ItemName = 100, Description = 2_000;
    public const long Price = 1_000_000_000;
}
