using System.Text.Json;

namespace Outcry.Kit.Tests;

/// <summary>Tests of what the recorded conversations cannot show: threads, two processes on one file, and the file itself.</summary>
public sealed class AuctionHouseTests : IAsyncLifetime
{
    private readonly TrialHouse _house = new();

    public Task InitializeAsync() => Task.CompletedTask;

    public Task DisposeAsync() => _house.DisposeAsync().AsTask();

    private static object Bid(long itemId, long amount) => new { itemId, amount };

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
    public async Task TheFileIsNobodyElsesToReadAndHasNoTokens()
    {
        var token = (await _house.User("Ada")).GetProperty("token").GetString()!;
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(_house.File));
        }
        foreach (var file in Directory.GetFiles(Path.GetDirectoryName(_house.File)!))
        {
            await using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using var reader = new StreamReader(stream, System.Text.Encoding.Latin1);
            var text = await reader.ReadToEndAsync();
            Assert.DoesNotContain(token, text);
            Assert.DoesNotContain(TrialHouse.Password, text);
        }
    }
}
