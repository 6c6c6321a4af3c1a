using Outcry.Kit.Auction;

namespace Outcry.Kit.Tests;

/// <summary>By what log-ins are counted, and whose turn it is.</summary>
public sealed class AttemptTests
{
    private const double Now = 1_000_000;

    [Fact]
    public void AddressesAreOneWhereOneCustomerHasThemInWhateverWayTheyAreWritten()
    {
        var counted = InputTests.Vectors("addresses.json").EnumerateArray()
            .Select((same) => same.EnumerateArray().Select((address) => Addresses.CountedAs(address.GetString())).Distinct().ToList())
            .ToList();
        Assert.NotEmpty(counted);
        Assert.All(counted, (keys) => Assert.Single(keys));
        Assert.Distinct(counted.SelectMany((keys) => keys));
    }

    [Fact]
    public async Task WhoComesFromAnotherAddressDoesNotStandBehindACrowd()
    {
        var attempts = new Attempts(() => Now);
        var held = new Held();
        for (var n = 0; n < 50; n++) _ = attempts.LogIn(Visitor("192.0.2.1", attempts), "ada", () => held.Work("of the crowd"));
        var other = attempts.LogIn(Visitor("192.0.2.2", attempts), "ada", () => held.Work("of another"));
        Assert.Equal(["of the crowd", "of the crowd", "of the crowd", "of another"], held.UnderWay);
        held.Release();
        Assert.Equal("of another", await other);
    }

    [Fact]
    public async Task TheAttemptsOfAConnectionThatHasEndedAreNotMade()
    {
        var attempts = new Attempts(() => Now);
        var held = new Held();
        foreach (var name in new[] { "first", "second", "third" }) _ = attempts.Register(Visitor("192.0.2.1", attempts), () => held.Work(name));
        var gone = Visitor("192.0.2.1", attempts);
        var left = attempts.Register(gone, () => held.Work("gone"));
        var last = attempts.Register(Visitor("192.0.2.1", attempts), () => Task.FromResult("last"));
        attempts.Leave(gone);
        Assert.Equal("failed", (await Assert.ThrowsAsync<Refusal>(() => left)).Code);
        held.Release();
        Assert.Equal("last", await last);
        Assert.Equal(["first", "second", "third"], held.UnderWay);
    }

    [Fact]
    public async Task AFaultOfOursIsNotCounted()
    {
        var attempts = new Attempts(() => Now);
        var visitor = Visitor("192.0.2.1", attempts);
        for (var n = 0; n < 100; n++)
        {
            await Assert.ThrowsAsync<InvalidOperationException>(() => attempts.LogIn<string>(visitor, "ada", () => throw new InvalidOperationException()));
        }
        Assert.Equal("made", await attempts.LogIn(visitor, "ada", () => Task.FromResult("made")));
    }

    private static Visitor Visitor(string address, Attempts attempts) => new(address, attempts.Failures(), Now);

    /// <summary>Work that is under way until it is released.</summary>
    private sealed class Held
    {
        private readonly TaskCompletionSource _released = new();

        public List<string> UnderWay { get; } = [];

        public async Task<string> Work(string name)
        {
            UnderWay.Add(name);
            await _released.Task;
            return name;
        }

        public void Release() => _released.SetResult();
    }
}
