using System.Text.Json;
using Outcry.Kit.Auction;

namespace Outcry.Kit.Tests;

/// <summary>How often passwords may be tried and users made: what every language is tested on, and whose turn it is.</summary>
public sealed class AttemptTests
{
    private const double Now = 1_000_000;

    public static TheoryData<string> Vectors => [.. InputTests.Vectors("attempts.json").EnumerateArray().Select((vector) => Text(vector, "name"))];

    [Theory]
    [MemberData(nameof(Vectors))]
    public async Task AttemptsAreCountedAsEveryLanguageCountsThem(string name)
    {
        var vector = InputTests.Vectors("attempts.json").EnumerateArray().Single((one) => Text(one, "name") == name);
        await using var house = new TrialHouse();
        foreach (var user in vector.GetProperty("users").EnumerateArray()) await house.User(user.GetString()!);
        var (start, number) = (house.Now, 0);
        foreach (var step in vector.GetProperty("steps").EnumerateArray())
        {
            house.Now = start + step.GetProperty("at").GetDouble();
            var times = step.TryGetProperty("times", out var count) ? count.GetInt32() : 1;
            var isOne = step.TryGetProperty("connection", out var connection);
            var replies = new List<Task<JsonElement>>();
            for (var n = 0; n < times; n++)
            {
                number++;
                var reply = Attempt(house, step, isOne ? connection.GetString()! : $"connection {number}", number);
                if (isOne) await reply;
                replies.Add(reply);
            }
            var outcomes = (await Task.WhenAll(replies))
                .CountBy((reply) => reply.GetProperty("ok").GetBoolean() ? "ok" : Text(reply, "code"))
                .OrderBy((outcome) => outcome.Key, StringComparer.Ordinal);
            var expected = step.GetProperty("expect").EnumerateObject()
                .Select((outcome) => KeyValuePair.Create(outcome.Name, outcome.Value.GetInt32()))
                .OrderBy((outcome) => outcome.Key, StringComparer.Ordinal);
            Assert.Equal($"{step}: {string.Join(", ", expected)}", $"{step}: {string.Join(", ", outcomes)}");
        }
    }

    private static Task<JsonElement> Attempt(TrialHouse house, JsonElement step, string connection, int number)
    {
        var request = step.TryGetProperty("logIn", out _) ? "logIn" : "register";
        var isWrong = step.TryGetProperty("password", out var password) && password.GetString() == "wrong";
        var who = new
        {
            name = Text(step, request).Replace("{n}", $"{number}"),
            password = isWrong ? "wrong password" : TrialHouse.Password,
        };
        // On a thread of its own, as many connections are.
        return Task.Run(() => house.Ask(connection, request, who, Text(step, "from")));
    }

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

    private static string Text(JsonElement element, string field) => element.GetProperty(field).GetString()!;

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
