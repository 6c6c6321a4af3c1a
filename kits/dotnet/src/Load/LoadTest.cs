using System.Text.Json;

namespace Outcry.Kit.Load;

/// <summary>
/// The server's half of a load test: the verbs. Knows no framework and no experiment. protocol/README.md is its specification.
/// <para>
/// Any number of threads may call it; messages of one connection are to be given to it one after the other. Messages are checked and
/// answered beside the others, and nothing is sent under a lock.
/// </para>
/// </summary>
/// <param name="clock">as <see cref="Clock.Now"/></param>
public sealed class LoadTest(Room room, Func<double> clock)
{
    /// <summary>A longer event name is not repeated to its sender.</summary>
    private const int EventNameLimit = 100;

    private readonly Names _names = new();

    /// <summary>Names come and go one at a time, each told to all before the next. No thread waits for its turn.</summary>
    private readonly SemaphoreSlim _turn = new(1);

    private volatile Counts _counts = new(0);

    /// <summary>The body that new connections get at once; null: none.</summary>
    private volatile object? _greeting;

    internal double Now => clock();

    internal JsonElement Counts => _counts.Read(clock(), room.Open.Count);

    /// <summary>A connection is open.</summary>
    public void Connect(Connection connection)
    {
        var received = clock();
        room.Enter(connection);
        if (_greeting is { } body) Relay("greet", [connection], body, received, asked: 0);
    }

    /// <summary>A connection has ended.</summary>
    /// <returns>done when the others have been told</returns>
    public async Task Disconnect(Connection connection)
    {
        if (room.Leave(connection)) await Leave(connection, null, clock(), asked: 0);
    }

    /// <summary>Takes an event; what cannot be taken is refused. Never throws for it.</summary>
    /// <param name="name">null when it could not be read</param>
    /// <returns>
    /// when more may be read from the connection: its own echo has been taken. A publish waits for no connection.
    /// </returns>
    public Task Event(Connection connection, string? name, JsonElement data)
    {
        if (connection.HasEnded) return Task.CompletedTask;
        var received = clock();
        try
        {
            switch (name)
            {
                case "echo":
                    return Relay(name, [connection], Bodies.Check(data), received);
                case "publish":
                    Relay(name, room.Open, Bodies.Check(data), received);
                    return Task.CompletedTask;
                case "sink":
                    Bodies.Check(data);
                    _counts.Add(name, received, 1, 0);
                    return Task.CompletedTask;
                default:
                    throw Unknown("event", name);
            }
        }
        catch (Fault fault)
        {
            _counts.AddRefused();
            var known = name?.Length <= EventNameLimit ? name : null;
            return connection.Send(new Outgoing("refused", new { @event = known, code = fault.Code, reason = fault.Message }));
        }
    }

    /// <summary>Takes a request. Never throws for what was sent.</summary>
    /// <param name="name">null when it could not be read</param>
    /// <returns>the reply; of a connection that has ended it is looked at by nobody</returns>
    public async ValueTask<object> Request(Connection connection, string? name, JsonElement data)
    {
        var received = clock();
        try
        {
            switch (connection.HasEnded ? "" : name)
            {
                case "request":
                    var body = Bodies.AskedFor(data, "data");
                    _counts.Add(name!, received, 1, 1);
                    return new { ok = true, body, hops = Hops(received) };
                case "join":
                    var asked = Fault.FieldsOf(data, "data")["name"];
                    return new { ok = true, names = await Join(connection, asked, Bodies.Beside(data), received) };
                case "leave":
                    if (!await Leave(connection, Bodies.Beside(data), received, asked: 1)) throw new Fault("wrong-state", "this connection has not joined");
                    return new { ok = true };
                default:
                    throw Unknown("request", name);
            }
        }
        catch (Fault fault)
        {
            if (!connection.HasEnded) _counts.AddRefused();
            return new { ok = false, code = fault.Code, reason = fault.Message };
        }
    }

    /// <summary>Counts anew, as <c>POST /outcry/begin</c> asks.</summary>
    /// <exception cref="Fault">it asks for what cannot be</exception>
    internal void Begin(byte[] asked)
    {
        var fields = Fault.FieldsOf(Bodies.Parse(asked), "begin");
        var bucketMs = Fault.IntegerOf(fields["bucketMs"], "bucketMs", 10, 3_600_000);
        var greet = fields["greet"];
        _greeting = greet.ValueKind is JsonValueKind.Null or JsonValueKind.Undefined ? null : Bodies.AskedFor(greet, "greet");
        _counts = new Counts(bucketMs);
    }

    /// <summary>The receivers of a feed: all (null), or the connection that has this name.</summary>
    /// <exception cref="Fault">nobody has it</exception>
    internal IReadOnlyList<Connection> Receivers(string? to) => to == null ? room.Open : [_names.HolderOf(to)];

    /// <summary>Sends one line of a feed on.</summary>
    /// <param name="received">when it was complete</param>
    /// <returns>to how many connections, and what is done when all of them have taken it</returns>
    /// <exception cref="Fault">it cannot be sent</exception>
    internal (int Sent, Task Taken) Feed(byte[] line, string? to, double received)
    {
        var receivers = Receivers(to);
        return (receivers.Count, Relay("feed", receivers, Bodies.Check(Bodies.Parse(line)), received));
    }

    private Task<RawJson[]> Join(Connection connection, JsonElement asked, RawJson? body, double received) => InTurn(() =>
    {
        var name = _names.Give(asked, connection);
        Tell("joined", "join", new { name, body, hops = Hops(received) }, received, asked: 1);
        return _names.All;
    });

    /// <summary>False when the connection had no name.</summary>
    private Task<bool> Leave(Connection connection, RawJson? body, double at, int asked) => InTurn(() =>
    {
        if (_names.Take(connection) is not { } name) return false;
        Tell("left", "leave", new { name, body, hops = Hops(at) }, at, asked);
        return true;
    });

    private async Task<T> InTurn<T>(Func<T> change)
    {
        await _turn.WaitAsync();
        try
        {
            return change();
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Sends a body on.</summary>
    /// <param name="asked">the number of events received for it: 0 or 1</param>
    private Task Relay(string verb, IReadOnlyList<Connection> to, object body, double received, int asked = 1)
    {
        _counts.Add(verb, received, asked, to.Count);
        return Room.Say(to, verb, new { body, hops = Hops(received) });
    }

    /// <summary>Tells all who has come or gone.</summary>
    /// <param name="asked">the number of requests received for it: 0 or 1</param>
    private void Tell(string what, string verb, object named, double received, int asked)
    {
        var everybody = room.Open;
        _counts.Add(verb, received, asked, everybody.Count);
        Room.Say(everybody, what, named);
    }

    /// <summary>The time at which it was received, and now, when it is handed on.</summary>
    private double[] Hops(double received) => [received, clock()];

    private static Fault Unknown(string kind, string? name) => name == null
        ? new Fault("bad-json", $"what should name the {kind} is no text in UTF-8")
        : new Fault("unknown-event", $"no such {kind}; names are exact, and an event is no request");
}
