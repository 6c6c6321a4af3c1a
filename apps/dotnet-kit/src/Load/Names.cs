using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Outcry.Kit.Json;

namespace Outcry.Kit.Load;

/// <summary>A name in the room, which goes out as it came in: half a surrogate pair would not survive being decoded and encoded.</summary>
[JsonConverter(typeof(Writer))]
internal sealed record Name(string Text, JsonElement Json)
{
    /// <summary>UTF-16 units.</summary>
    private const int Limit = 64;

    /// <summary>The name in the data of a <c>join</c>; null with the fault that it has.</summary>
    public static Name? Of(JsonElement data, out Fault? fault)
    {
        fault = Fault.NotAnObject;
        if (data.ValueKind != JsonValueKind.Object) return null;
        var json = new Fields(data)["name"];
        var text = JsonText.DecodeOrNull(json);
        fault = json.ValueKind switch
        {
            JsonValueKind.Undefined => Fault.Missing("name"),
            not JsonValueKind.String => Fault.Mistyped("name", "a string"),
            _ when text == null => Fault.NotUtf8,
            _ when text.Length is 0 or > Limit => Fault.OutOfRange("name", $"1 to {Limit} UTF-16 units long"),
            _ => null,
        };
        return fault == null ? new Name(text!, json) : null;
    }

    internal sealed class Writer : JsonConverter<Name>
    {
        public override Name Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Name name, JsonSerializerOptions options) =>
            writer.WriteRawValue(JsonMarshal.GetRawUtf8Value(name.Json), skipInputValidation: true);
    }
}

/// <summary>Who is in the room under which name. One at a time may come or go; anybody may look for one meanwhile.</summary>
internal sealed class Names
{
    private readonly ConcurrentDictionary<string, Connection> _owners = [];
    private readonly Dictionary<Connection, Name> _names = [];

    /// <summary>In the order in which they joined.</summary>
    private readonly List<Name> _all = [];

    public IReadOnlyList<Name> All => [.. _all];

    public Connection? Find(string name) => _owners.GetValueOrDefault(name);

    public Fault? Join(Connection connection, Name name)
    {
        // It would never leave.
        if (connection.HasEnded) return Fault.WrongState("this connection has ended");
        if (_names.ContainsKey(connection)) return Fault.WrongState("this connection has joined already, under another name or this one");
        if (!_owners.TryAdd(name.Text, connection)) return new Fault("name-taken", "another connection has this name; choose another");
        _names[connection] = name;
        _all.Add(name);
        return null;
    }

    /// <summary>The name that the connection had; null when it had none.</summary>
    public Name? Leave(Connection connection)
    {
        if (!_names.Remove(connection, out var name)) return null;
        _owners.TryRemove(name.Text, out _);
        _all.Remove(name);
        return name;
    }
}
