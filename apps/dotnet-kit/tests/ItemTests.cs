using System.Text.Json;

namespace Outcry.Kit.Tests;

public sealed class ItemTests : IAsyncLifetime
{
    private readonly TrialHouse _house = new();

    public Task InitializeAsync() => Task.CompletedTask;

    public Task DisposeAsync() => _house.DisposeAsync().AsTask();

    private static object Bid(long itemId, long amount) => new { itemId, amount };

    [Fact]
    public async Task EveryChangeIsToldToAllWithTheNextRevision()
    {
        await _house.User("Ada");
        await _house.User("Bert");
        var itemId = await _house.Item("Ada");
        await _house.Granted("Bert", "placeBid", Bid(itemId, 1_000));
        await _house.Granted("Ada", "placeBid", Bid(itemId, 1_001));
        var listed = (await _house.List()).GetProperty("items")[0];
        await _house.Granted("Ada", "removeItem", new { itemId });

        Assert.Equal(["itemAdded", "bidPlaced", "bidPlaced", "itemRemoved"], _house.Told.All.Select((said) => said.Event));
        Assert.Equal([1, 2, 3, 4], _house.Told.All.Select((said) => said.Data.GetProperty("revision").GetInt64()));
        var bid = _house.Told.All[2].Data;
        Assert.Equal(("a chair", 1_001, "Ada", 2), (
            bid.GetProperty("name").GetString(), bid.GetProperty("amount").GetInt64(), bid.GetProperty("bidder").GetString(),
            bid.GetProperty("bids").GetInt64()));
        Assert.Equal(("Ada", 1_001, 2), (
            listed.GetProperty("leadingBidder").GetString(), listed.GetProperty("leadingBid").GetInt64(), listed.GetProperty("bids").GetInt64()));
        var list = await _house.List();
        Assert.Equal(0, list.GetProperty("items").GetArrayLength());
        Assert.Equal(4, list.GetProperty("revision").GetInt64());
    }

    [Fact]
    public async Task AnItemWithoutABidSaysSoWithNull()
    {
        await _house.User("Ada");
        await _house.Item("Ada");
        var item = (await _house.List()).GetProperty("items")[0];
        Assert.Equal(JsonValueKind.Null, item.GetProperty("leadingBid").ValueKind);
        Assert.Equal(JsonValueKind.Null, item.GetProperty("leadingBidder").ValueKind);
        Assert.Equal("2026-01-01T00:00:00.000Z", item.GetProperty("addedAt").GetString());
    }

    [Fact]
    public async Task ABidMustLeadAndWhatIsRefusedChangesNothing()
    {
        await _house.User("Ada");
        var itemId = await _house.Item("Ada");
        Assert.Equal("bid-too-low", await _house.Refused("Ada", "placeBid", Bid(itemId, 999)));
        await _house.Granted("Ada", "placeBid", Bid(itemId, 123_450));
        var reply = await _house.Ask("Ada", "placeBid", Bid(itemId, 123_450));
        Assert.Equal("Ada leads with €1,234.50. Bid more than that.", reply.GetProperty("reason").GetString());
        Assert.Equal("amount", reply.GetProperty("field").GetString());
        Assert.Equal("no-such-item", await _house.Refused("Ada", "placeBid", Bid(itemId + 1, 1)));
        Assert.Equal(2, (await _house.List()).GetProperty("revision").GetInt64());
    }

    [Fact]
    public async Task OnlyWhoAddedAnItemCanRemoveIt()
    {
        await _house.User("Ada");
        await _house.User("Bert");
        var itemId = await _house.Item("Ada");
        Assert.Equal("not-yours", await _house.Refused("Bert", "removeItem", new { itemId }));
        Assert.Equal("not-logged-in", await _house.Refused("nobody", "removeItem", new { itemId }));
        await _house.Granted("Ada", "removeItem", new { itemId });
        Assert.Equal("no-such-item", await _house.Refused("Ada", "removeItem", new { itemId }));
    }

    [Fact]
    public async Task ACrowdThatBidsAtOnceMakesOneHistory()
    {
        await _house.User("Ada");
        var itemId = await _house.Item("Ada");
        var bidders = Enumerable.Range(0, 12).Select((n) => $"Bidder {n}").ToList();
        foreach (var bidder in bidders) await _house.User(bidder);
        var replies = await Task.WhenAll(bidders.SelectMany((bidder, i) => Enumerable.Range(0, 10).Select((n) =>
            Task.Run(() => _house.Ask(bidder, "placeBid", Bid(itemId, 1_000 + (n * 7 + i) % 60))))));

        var accepted = replies.Where((reply) => reply.GetProperty("ok").GetBoolean()).ToList();
        Assert.All(replies.Except(accepted), (reply) => Assert.Equal("bid-too-low", reply.GetProperty("code").GetString()));
        var bids = _house.Told.Of("bidPlaced").Select((said) => said.Data).ToList();
        Assert.Equal(accepted.Count, bids.Count);
        Assert.Equal(Enumerable.Range(1, bids.Count), bids.Select((bid) => bid.GetProperty("bids").GetInt32()));
        Assert.Equal(Enumerable.Range(2, bids.Count), bids.Select((bid) => bid.GetProperty("revision").GetInt32()));
        var amounts = bids.Select((bid) => bid.GetProperty("amount").GetInt64()).ToList();
        Assert.Equal(amounts.Distinct().Order(), amounts);
        var item = (await _house.List()).GetProperty("items")[0];
        Assert.Equal((1_059, bids.Count), (item.GetProperty("leadingBid").GetInt64(), item.GetProperty("bids").GetInt32()));
    }

    [Fact]
    public async Task TwoHousesOnOneFileMakeOneHistory()
    {
        await using var other = new TrialHouse(_house.File);
        await _house.User("Ada");
        await other.User("Bert");
        var itemId = await _house.Item("Ada", 1);
        async Task<long> BidUntilDone(TrialHouse house, string who)
        {
            long granted = 0;
            for (var amount = 1; amount <= 40; amount++)
            {
                if ((await house.Ask(who, "placeBid", Bid(itemId, amount))).GetProperty("ok").GetBoolean()) granted++;
                house.Now += 1_000;
            }
            return granted;
        }
        var granted = await Task.WhenAll(Task.Run(() => BidUntilDone(_house, "Ada")), Task.Run(() => BidUntilDone(other, "Bert")));
        var list = await _house.List();
        Assert.Equal(1 + granted.Sum(), list.GetProperty("revision").GetInt64());
        Assert.Equal(granted.Sum(), list.GetProperty("items")[0].GetProperty("bids").GetInt64());
        Assert.Equal(40, list.GetProperty("items")[0].GetProperty("leadingBid").GetInt64());
        Assert.Equal(list.ToString(), (await other.List()).ToString());
    }

    [Fact]
    public async Task AUserHasTwoHundredItemsUpAtMost()
    {
        await _house.User("Ada");
        for (var n = 0; n < 200; n++)
        {
            await _house.Item("Ada");
            _house.Now += 20;
        }
        Assert.Equal("too-many", await _house.Refused("Ada", "addItem", new { name = "x", description = "", minimumPrice = 1 }));
    }
}
