using System.Data.Common;
using Dapper;

namespace Outcry.Kit.Auction;

/// <summary>The items and the bids on them: the rules of the auction.</summary>
/// <param name="room">everybody, who is told of each change once it is durable</param>
internal sealed class Items(Database database, Room room, Func<long> now)
{
    /// <summary>Most items of one user that may be up at once.</summary>
    private const int ItemsLimit = 200;

    /// <summary>
    /// The house's revision and its items, of the same moment: one statement sees one state. Null columns when it is empty.
    /// </summary>
    private static string Select(string which) =>
        $"""
        SELECT house.revision AS Revision, items.id AS Id, items.name AS Name, items.description AS Description,
          items.minimum_price AS MinimumPrice, items.added_by AS OwnerId, items.added_at AS AddedAt, owner.name AS Owner,
          bids.amount AS Amount, bids.number AS Number, bidder.name AS Bidder
        FROM house
        LEFT JOIN items ON items.removed_at IS NULL {which}
        LEFT JOIN users AS owner ON owner.id = items.added_by
        LEFT JOIN bids ON bids.item_id = items.id
          AND bids.number = (SELECT MAX(earlier.number) FROM bids AS earlier WHERE earlier.item_id = items.id)
        LEFT JOIN users AS bidder ON bidder.id = bids.bidder
        ORDER BY items.id
        """;

    private static readonly string SelectAll = Select(""), SelectOne = Select("AND items.id = @itemId");

    public async Task<ItemList> List()
    {
        await using var connection = await database.Open();
        var rows = (await connection.QueryAsync<Row>(SelectAll)).AsList();
        return new ItemList([.. rows.Where((row) => row.Id != null).Select((row) => row.ToItem())], rows[0].Revision);
    }

    public Task<ItemChanged> Add(Identity who, Input.NewItem item) => database.Change(
        async (connection, transaction, revision) =>
        {
            var at = now();
            await Accounts.CheckLogin(connection, transaction, who, at);
            var up = await connection.ExecuteScalarAsync<long>(
                "SELECT COUNT(*) FROM items WHERE added_by = @UserId AND removed_at IS NULL", new { who.UserId }, transaction);
            if (up >= ItemsLimit)
            {
                throw new Refusal("too-many", $"You have {ItemsLimit} items up, which is the most. Remove one first.");
            }
            var id = await connection.ExecuteScalarAsync<long>(
                """
                INSERT INTO items (name, description, minimum_price, added_by, added_at)
                VALUES (@Name, @Description, @MinimumPrice, @UserId, @at) RETURNING id
                """,
                new { item.Name, item.Description, item.MinimumPrice, who.UserId, at }, transaction);
            return new ItemChanged((await Find(connection, transaction, id)).ToItem(), revision);
        },
        (added) => room.Tell("itemAdded", new ItemAdded(added.Revision, added.Item)));

    /// <summary>The item goes from the list; it and its bids stay in the database.</summary>
    public async Task<Changed> Remove(Identity who, long itemId)
    {
        var removed = await database.Change(
            async (connection, transaction, revision) =>
            {
                var at = now();
                await Accounts.CheckLogin(connection, transaction, who, at);
                var row = await Find(connection, transaction, itemId);
                if (row.OwnerId != who.UserId)
                {
                    throw new Refusal("not-yours", $"Only {row.Owner}, who added this item, can remove it.", "itemId");
                }
                await connection.ExecuteAsync("UPDATE items SET removed_at = @at WHERE id = @itemId", new { at, itemId }, transaction);
                return new ItemRemoved(revision, itemId, row.Name, who.User);
            },
            (removed) => room.Tell("itemRemoved", removed));
        return new Changed(removed.Revision);
    }

    public Task<ItemChanged> Bid(Identity who, long itemId, long amount) => database.Change(
        async (connection, transaction, revision) =>
        {
            var at = now();
            await Accounts.CheckLogin(connection, transaction, who, at);
            var item = (await Find(connection, transaction, itemId)).ToItem();
            CheckBid(item, amount);
            var led = item with { LeadingBid = amount, LeadingBidder = who.User, Bids = item.Bids + 1 };
            await connection.ExecuteAsync(
                "INSERT INTO bids (item_id, number, amount, bidder, placed_at) VALUES (@itemId, @Bids, @amount, @UserId, @at)",
                new { itemId, led.Bids, amount, who.UserId, at }, transaction);
            return new ItemChanged(led, revision);
        },
        (placed) => room.Tell("bidPlaced", new BidPlaced(placed.Revision, itemId, placed.Item.Name, amount, who.User, placed.Item.Bids)),
        // A bid that is too low now will never lead: in a crowd that bids on one item, the losers need no transaction.
        async (connection) => CheckBid((await Find(connection, null, itemId)).ToItem(), amount));

    private static async Task<Row> Find(DbConnection connection, DbTransaction? transaction, long itemId)
    {
        var row = await connection.QuerySingleOrDefaultAsync<Row>(SelectOne, new { itemId }, transaction);
        if (row?.Id != null) return row;
        throw new Refusal("no-such-item", "This item is not there any more: it was removed.", "itemId");
    }

    /// <summary>Refuses an amount that cannot lead.</summary>
    private static void CheckBid(Item item, long amount)
    {
        if (item.LeadingBid is not { } leading)
        {
            if (amount >= item.MinimumPrice) return;
            throw new Refusal("bid-too-low", $"The minimum price is {Money.Format(item.MinimumPrice)}. Bid at least that.", "amount");
        }
        if (amount > leading) return;
        var hint = leading < Limits.Price ? "Bid more than that." : "Nobody can bid more.";
        throw new Refusal("bid-too-low", $"{item.LeadingBidder} leads with {Money.Format(leading)}. {hint}", "amount");
    }

    private sealed class Row
    {
        public long Revision { get; init; }
        public long? Id { get; init; }
        public string Name { get; init; } = "";
        public string Description { get; init; } = "";
        public long MinimumPrice { get; init; }
        public long OwnerId { get; init; }
        public long AddedAt { get; init; }
        public string Owner { get; init; } = "";
        public long? Amount { get; init; }
        public long? Number { get; init; }
        public string? Bidder { get; init; }

        public Item ToItem() => new(
            Id!.Value, Name, Description, MinimumPrice, Owner, Accounts.IsoTime(AddedAt), Amount, Bidder, Number ?? 0);
    }
}
