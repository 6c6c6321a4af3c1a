using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Outcry.Kit.Auction;

/// <summary>
/// The auction house behind a server's connections: reads what they ask, keeps who is logged in on which, limits how much they may
/// ask, and sees to it that a fault of ours shows nobody more than a reference. Knows no transport.
/// </summary>
/// <param name="target">opened at the first request</param>
/// <param name="room">everybody, who is told of changes</param>
public sealed class AuctionHouse(
    DatabaseTarget target, Room room, TimeProvider time, Passwords passwords, ILogger<AuctionHouse> log) : IAsyncDisposable
{
    private sealed record Rules(Database Database, Accounts Accounts, Items Items);

    /// <summary>Answers by the names of the requests, which are exact.</summary>
    private static readonly Dictionary<string, Func<AuctionHouse, Visitor, JsonElement, Task<Granted>>> Answers = new()
    {
        ["register"] = (house, visitor, data) => house.Register(visitor, data),
        ["logIn"] = (house, visitor, data) => house.LogIn(visitor, data),
        ["logOut"] = (house, visitor, data) => house.LogOut(visitor, data),
        ["listItems"] = async (house, _, data) =>
        {
            Input.Nothing(data);
            return await (await house.Open()).Items.List();
        },
        ["addItem"] = async (house, visitor, data) =>
        {
            var (who, item) = (await house.LoggedIn(visitor), Input.AddItem(data));
            return await (await house.Open()).Items.Add(who, item);
        },
        ["removeItem"] = async (house, visitor, data) =>
        {
            var (who, itemId) = (await house.LoggedIn(visitor), Input.RemoveItem(data));
            return await (await house.Open()).Items.Remove(who, itemId);
        },
        ["placeBid"] = async (house, visitor, data) =>
        {
            var (who, (itemId, amount)) = (await house.LoggedIn(visitor), Input.PlaceBid(data));
            return await (await house.Open()).Items.Bid(who, itemId, amount);
        },
    };

    private readonly ConcurrentDictionary<string, Visitor> _visitors = new();
    private readonly FailureLimit _failures = new(time);
    private readonly SemaphoreSlim _opening = new(1);
    private volatile Rules? _rules;

    /// <summary>ms since 1970.</summary>
    private long Now => time.GetUtcNow().ToUnixTimeMilliseconds();

    /// <summary>
    /// Adds the auction house to a server, in the database that DATABASE_URL names. Throws a <see cref="FormatException"/> with a sentence
    /// when that cannot be served.
    /// </summary>
    public static void AddTo(WebApplicationBuilder builder)
    {
        var target = DatabaseTarget.Read(Environment.GetEnvironmentVariable("DATABASE_URL"));
        // Reported at the start; a load test needs no database.
        if (target.Missing() is { } missing) Console.Error.WriteLine($"The auction house cannot open {target.Label}: {missing}");
        builder.Services.AddSingleton((all) => new AuctionHouse(
            target,
            all.GetRequiredService<Room>(),
            TimeProvider.System,
            Passwords.OfServer(Environment.GetEnvironmentVariable),
            all.GetRequiredService<ILogger<AuctionHouse>>()));
    }

    /// <summary>True if the house has a request of this name.</summary>
    public static bool Has([NotNullWhen(true)] string? name) => name != null && Answers.ContainsKey(name);

    /// <summary>Answers a request. Never throws. One connection's requests are to be made one after the other.</summary>
    /// <param name="address">the network address the connection comes from, where it is known</param>
    public async Task<object> Request(string connection, string? address, string name, JsonElement data)
    {
        try
        {
            if (!Answers.TryGetValue(name, out var answer)) throw new Refusal("unknown-event", "no such request");
            var visitor = _visitors.GetOrAdd(connection, (_) => new Visitor(address, Now));
            if (!visitor.MayAsk(name, Now))
            {
                throw new Refusal("too-many", "You are asking for too much at once. Wait a few seconds and try again.");
            }
            return await answer(this, visitor, data);
        }
        catch (Refusal refusal)
        {
            return refusal.Reply;
        }
        catch (Exception error)
        {
            var reference = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(4));
            log.LogError(error, "auction house: {Request} failed, reference {Reference}", name, reference);
            return new Refusal(
                "failed", $"Something went wrong on our side (reference {reference}). Look at the list before you try again.").Reply;
        }
    }

    /// <summary>The connection has ended; its login lives on in its token.</summary>
    public void Disconnect(string connection) => _visitors.TryRemove(connection, out _);

    public async ValueTask DisposeAsync()
    {
        await _failures.DisposeAsync();
        if (_rules is { } rules) await rules.Database.Close();
    }

    private async Task<Granted> Register(Visitor visitor, JsonElement data)
    {
        var who = Input.Register(data);
        var accounts = (await Open()).Accounts;
        return Enter(visitor, await _failures.Attempt(visitor.Address, () => accounts.Register(who)));
    }

    private async Task<Granted> LogIn(Visitor visitor, JsonElement data)
    {
        var (token, who) = Input.LogIn(data);
        var accounts = (await Open()).Accounts;
        return Enter(
            visitor,
            token != null ? await accounts.Resume(token) : await _failures.Attempt(visitor.Address, () => accounts.LogIn(who)));
    }

    private async Task<Granted> LogOut(Visitor visitor, JsonElement data)
    {
        Input.Nothing(data);
        if (visitor.Identity is { } identity) await (await Open()).Accounts.LogOut(identity);
        visitor.Identity = null;
        return new Granted();
    }

    private static Login Enter(Visitor visitor, (Identity Identity, Login Login) entered)
    {
        visitor.Identity = entered.Identity;
        return entered.Login;
    }

    /// <summary>The user who asks; before anything else of a request is looked at.</summary>
    private async Task<Identity> LoggedIn(Visitor visitor)
    {
        var identity = visitor.Identity ?? throw new Refusal("not-logged-in", "Log in first.");
        await (await Open()).Accounts.Check(identity);
        return identity;
    }

    /// <summary>Opens the database; if that fails, again at the next request: it may only be late.</summary>
    private async Task<Rules> Open()
    {
        if (_rules is { } open) return open;
        await _opening.WaitAsync();
        try
        {
            if (_rules is { } opened) return opened;
            var database = await Database.OpenAsync(target);
            return _rules = new Rules(database, new Accounts(database, passwords, () => Now), new Items(database, room, () => Now));
        }
        finally
        {
            _opening.Release();
        }
    }
}
