using System.Text.Json;
using Microsoft.Extensions.Logging.Abstractions;
using Outcry.Kit.Auction;

namespace Outcry.Kit.Tests;

/// <summary>A house on a file of its own, with cheap passwords, a clock that stands still until it is moved, and ears.</summary>
internal sealed class TrialHouse : IAsyncDisposable
{
    public const string Password = "correct horse battery";

    private readonly Room _room = new();
    private readonly bool _ownsFile;
    private readonly ManualTime _time = new(new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero));
    private readonly AuctionHouse _house;

    public TrialHouse(string? file = null)
    {
        _ownsFile = file == null;
        File = file ?? Path.Combine(Directory.CreateTempSubdirectory("outcry-dotnet-").FullName, "auction.sqlite");
        _room.Enter(Told.Connection("everybody"));
        _house = new AuctionHouse(
            DatabaseTarget.Read($"sqlite:{File}"), _room, _time, new Passwords(1_000), NullLogger<AuctionHouse>.Instance);
    }

    public string File { get; }

    public Recorder Told { get; } = new();

    public double Now
    {
        get => _time.GetUtcNow().ToUnixTimeMilliseconds();
        set => _time.MoveTo(DateTimeOffset.FromUnixTimeMilliseconds((long)value));
    }

    public async Task<JsonElement> Ask(string connection, string name, object data, string? address = null)
    {
        var json = data is JsonElement element ? element : JsonSerializer.SerializeToElement(data);
        var reply = await _house.Request(connection, address, name, json);
        return Recorder.Json(reply);
    }

    /// <summary>Asks as <see cref="Ask"/> does; anything but ok fails the test.</summary>
    public async Task<JsonElement> Granted(string connection, string name, object data)
    {
        var reply = await Ask(connection, name, data);
        Assert.True(reply.GetProperty("ok").GetBoolean(), $"{name} was refused: {reply}");
        return reply;
    }

    /// <summary>A new user, logged in on a connection of the same name.</summary>
    public Task<JsonElement> User(string name) => Granted(name, "register", new { name, password = Password });

    public async Task<long> Item(string owner, long minimumPrice = 1_000)
    {
        var reply = await Granted(owner, "addItem", new { name = "a chair", description = "", minimumPrice });
        return reply.GetProperty("item").GetProperty("id").GetInt64();
    }

    public Task<JsonElement> List() => Granted("somebody", "listItems", new { });

    public void Leave(string connection) => _house.Disconnect(connection);

    public async ValueTask DisposeAsync()
    {
        await _house.DisposeAsync();
        if (_ownsFile) Directory.Delete(Path.GetDirectoryName(File)!, recursive: true);
    }
}
