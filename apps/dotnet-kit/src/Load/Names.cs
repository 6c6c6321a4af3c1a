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

/// <summary>
/// Who is in the room under which name. Any number of threads may call it. What happens here is news, which is to be told in the order
/// in which it happened, and not under this lock.
/// </summary>
internal sealed class Names
{
    /// <summary>A name has come or gone.</summary>
    /// <param name="HasJoined">else it has left</param>
    /// <param name="Received">when it was asked for, or when the connection ended</param>
    /// <param name="All">the names that there were then</param>
    internal sealed record News(Name Name, bool HasJoined, double Received, bool IsAskedFor, IReadOnlyList<Name> All)
    {
        /// <summary>Done when it has been told.</summary>
        public TaskCompletionSource Told { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    private readonly Lock _lock = new();
    private readonly Dictionary<string, Connection> _owners = [];
    private readonly Dictionary<Connection, Name> _names = [];

    /// <summary>In the order in which they joined.</summary>
    private readonly List<Name> _all = [];
    private readonly Queue<News> _news = new();
    private bool _isBeingTold;

    /// <summary>Null with the fault that keeps the name out.</summary>
    public News? Join(Connection connection, Name name, double received, out Fault? fault)
    {
        lock (_lock)
        {
            fault = FaultIn(connection, name);
            if (fault != null) return null;
            _owners[name.Text] = connection;
            _names[connection] = name;
            _all.Add(name);
            return Happened(new News(name, true, received, true, [.. _all]));
        }
    }

    /// <summary>Null when the connection had no name.</summary>
    public News? Leave(Connection connection, double received, bool isAskedFor)
    {
        lock (_lock)
        {
            if (!_names.Remove(connection, out var name)) return null;
            _owners.Remove(name.Text);
            _all.Remove(name);
            return Happened(new News(name, false, received, isAskedFor, []));
        }
    }

    public Connection? Find(string name)
    {
        lock (_lock) return _owners.GetValueOrDefault(name);
    }

    /// <summary>Whether the caller is to tell the news: nobody else does just now.</summary>
    public bool BeginTelling()
    {
        lock (_lock) return !_isBeingTold && (_isBeingTold = true);
    }

    /// <summary>What is to be told next; null when there is no more, and then nobody is telling.</summary>
    public News? Next()
    {
        lock (_lock)
        {
            _isBeingTold = _news.TryDequeue(out var news);
            return news;
        }
    }

    private Fault? FaultIn(Connection connection, Name name)
    {
        // It would never leave.
        if (connection.HasEnded) return Fault.WrongState("this connection has ended");
        if (_names.TryGetValue(connection, out var present)) return Fault.WrongState($"this connection has joined already, as {present.Text}");
        return _owners.ContainsKey(name.Text) ? new Fault("name-taken", "another connection has this name; choose another") : null;
    }

    private News Happened(News news)
    {
        _news.Enqueue(news);
        return news;
    }
}
