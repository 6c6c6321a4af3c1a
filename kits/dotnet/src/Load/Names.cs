using System.Collections.Concurrent;
using System.Text.Json;
using Outcry.Kit.Json;

namespace Outcry.Kit.Load;

/// <summary>
/// Names of the connections that have joined: a connection has at most one, and a name is one connection's. One thread at a time may add
/// or remove a name; any thread may look one up meanwhile.
/// </summary>
internal sealed class Names
{
    /// <summary>UTF-16 units.</summary>
    private const int Limit = 64;

    private readonly ConcurrentDictionary<string, Connection> _holders = [];

    /// <summary>Names in the order in which they joined. They go out as they came in.</summary>
    private readonly OrderedDictionary<Connection, (string Text, RawJson Json)> _names = [];

    public RawJson[] All => [.. _names.Values.Select((name) => name.Json)];

    /// <exception cref="Fault">nobody has the name</exception>
    public Connection HolderOf(string name) =>
        _holders.GetValueOrDefault(name) ?? throw new Fault("unknown-name", "nobody has that name", 404);

    /// <exception cref="Fault">it is no name, another connection's, or this connection has one or has ended</exception>
    public RawJson Give(JsonElement name, Connection connection)
    {
        if (name.ValueKind == JsonValueKind.Undefined) throw new Fault("missing-field", "name is missing");
        if (name.ValueKind != JsonValueKind.String) throw new Fault("wrong-type", "name must be a string");
        var text = JsonText.DecodeOrNull(name) ?? throw new Fault("bad-json", "not UTF-8");
        if (text.Length is 0 or > Limit) throw new Fault("out-of-range", $"name must be 1 to {Limit} UTF-16 units long");
        // It would never leave.
        if (connection.HasEnded) throw new Fault("wrong-state", "this connection has ended");
        if (_names.ContainsKey(connection)) throw new Fault("wrong-state", "this connection has a name; leave first");
        if (!_holders.TryAdd(text, connection)) throw new Fault("name-taken", "another connection has that name");
        var json = new RawJson(name);
        _names.Add(connection, (text, json));
        return json;
    }

    /// <summary>Takes the connection's name back; null when it has none.</summary>
    public RawJson? Take(Connection connection)
    {
        if (!_names.Remove(connection, out var name)) return null;
        _holders.TryRemove(name.Text, out _);
        return name.Json;
    }
}
