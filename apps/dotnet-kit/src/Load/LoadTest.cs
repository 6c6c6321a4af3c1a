using System.Text.Json;
using Outcry.Kit.Json;

namespace Outcry.Kit.Load;

/// <summary>
/// The server's half of a load test: the verbs. Knows no framework and no experiment. protocol/README.md is its specification.
/// <para>
/// Any number of threads may call it; what one connection sends is to be given to it one after the other. What was sent is checked and
/// answered beside the others; one short lock is around the counts, and nothing is sent under it.
/// </para>
/// </summary>
/// <param name="clock">as <see cref="Clock.Now"/></param>
public sealed class LoadTest(Room room, Func<double> clock)
{
    /// <summary>A longer event name is not repeated to whoever sent it.</summary>
    private const int EventNameLimit = 100;

    private readonly Counts _counts = new();
    private readonly Names _names = new();

    /// <summary>Names come and go one at a time, each told to all before the next. No thread waits for its turn.</summary>
    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>What new connections get at once, in an object of its own so that it changes at one stroke.</summary>
    private volatile Tuple<Body>? _greeting;

    internal double Now => clock();

    internal CountsNow Counts => _counts.Read(clock(), room.Open.Count);

    /// <summary>A connection is open.</summary>
    public void Connect(Connection connection)
    {
        var received = clock();
        room.Enter(connection);
        if (_greeting is not { Item1: var body }) return;
        _counts.Add(Verb.Greet, received, 0, 1);
        Say([connection], "greet", body, received);
    }

    /// <summary>A connection has ended.</summary>
    /// <returns>done when the others have been told</returns>
    public async Task Disconnect(Connection connection)
    {
        if (room.Leave(connection)) await Leave(connection, clock(), asked: 0);
    }

    /// <summary>Takes an event; what cannot be taken is refused. Never throws for it.</summary>
    /// <param name="name">null when it could not be read</param>
    /// <returns>
    /// when more may be read from the connection: its own echo has been taken. What is published waits for nobody.
    /// </returns>
    public Task Event(Connection connection, string? name, JsonElement data)
    {
        if (connection.HasEnded) return Task.CompletedTask;
        var received = clock();
        if (name is not ("echo" or "publish" or "sink"))
        {
            return Refuse(connection, name, name == null
                ? new Fault("bad-json", "not an event: a name and its data, in UTF-8")
                : new Fault("unknown-event", "there is no event of this name"));
        }
        if (Body.Of(data, out var fault) is not { } body) return Refuse(connection, name, fault!);
        switch (name)
        {
            case "echo":
                _counts.Add(Verb.Echo, received, 1, 1);
                return Say([connection], "echo", body, received);
            case "publish":
                var everybody = room.Open;
                _counts.Add(Verb.Publish, received, 1, everybody.Count);
                Say(everybody, "publish", body, received);
                return Task.CompletedTask;
            default:
                _counts.Add(Verb.Sink, received, 1, 0);
                return Task.CompletedTask;
        }
    }

    /// <summary>Takes a request. Never throws for what was sent.</summary>
    /// <param name="name">null when it could not be read</param>
    /// <returns>the reply; of a connection that has ended it is looked at by nobody</returns>
    public async ValueTask<object> Request(Connection connection, string? name, JsonElement data)
    {
        var received = clock();
        Fault? fault;
        switch (connection.HasEnded ? "" : name)
        {
            case "request":
                if (Body.AskedFor(data, out fault) is not { } body) break;
                _counts.Add(Verb.Request, received, 1, 1);
                return new { ok = true, body, hops = Hops(received) };
            case "join":
                if (Name.Of(data, out fault) is not { } joining) break;
                (fault, var names) = await Join(connection, joining, received);
                if (fault != null) break;
                return new { ok = true, names };
            case "leave":
                fault = Fault.WrongState("this connection has not joined");
                if (!await Leave(connection, received, asked: 1)) break;
                return new { ok = true };
            default:
                fault = name == null
                    ? new Fault("bad-json", "not a request: a name and its data, in UTF-8")
                    : new Fault("unknown-event", "there is no request of this name");
                break;
        }
        if (!connection.HasEnded) _counts.AddRefused();
        return new { ok = false, code = fault!.Code, reason = fault.Reason };
    }

    /// <summary>What <c>POST /outcry/begin</c> asks for; null when it has been done.</summary>
    internal Fault? Begin(byte[] json)
    {
        if (Body.Parse(json, out var fault) is not { } begin) return fault;
        if (begin.ValueKind != JsonValueKind.Object) return Fault.NotAnObject;
        var fields = new Fields(begin);
        var (bucketMs, greet) = (fields["bucketMs"], fields["greet"]);
        if (Fault.InInteger("bucketMs", bucketMs, 10, 3_600_000) is { } inWidth) return inWidth;
        Body? greeting = null;
        if (greet.ValueKind is not (JsonValueKind.Null or JsonValueKind.Undefined))
        {
            greeting = Body.AskedFor(greet, out var inGreet);
            if (inGreet != null) return inGreet with { Reason = $"greet: {inGreet.Reason}" };
        }
        _greeting = greeting is { } body ? Tuple.Create(body) : null;
        _counts.Begin((int)JsonNumber.Read(bucketMs));
        return null;
    }

    /// <summary>Whom a feed reaches: all (null), or the connection that has this name.</summary>
    internal Fault? FindReceivers(string? to, out IReadOnlyList<Connection> receivers)
    {
        var named = to == null ? null : _names.Find(to);
        receivers = to == null ? room.Open : named == null ? [] : [named];
        return to != null && named == null ? Fault.UnknownName : null;
    }

    /// <summary>Sends one line of a feed on.</summary>
    /// <param name="received">when it was complete</param>
    /// <param name="sent">grows by the number of connections it goes to</param>
    /// <param name="taken">done when all of them have taken it</param>
    internal Fault? Feed(byte[] line, string? to, double received, ref long sent, out Task taken)
    {
        taken = Task.CompletedTask;
        if (FindReceivers(to, out var receivers) is { } unknown) return unknown;
        if (Body.Parse(line, out var fault) is not { } json || Body.Of(json, out fault) is not { } body) return fault;
        _counts.Add(Verb.Feed, received, 1, receivers.Count);
        sent += receivers.Count;
        taken = Say(receivers, "feed", body, received);
        return null;
    }

    private ValueTask<(Fault? Fault, IReadOnlyList<Name> Names)> Join(Connection connection, Name name, double received) =>
        InTurn<(Fault?, IReadOnlyList<Name>)>(() =>
        {
            if (_names.Join(connection, name) is { } fault) return (fault, []);
            Tell("joined", name, Verb.Join, received, asked: 1);
            return (null, _names.All);
        });

    /// <summary>False when the connection had no name.</summary>
    /// <param name="asked">how many requests for it were received: 0 or 1</param>
    private ValueTask<bool> Leave(Connection connection, double at, int asked) => InTurn(() =>
    {
        if (_names.Leave(connection) is not { } name) return false;
        Tell("left", name, Verb.Leave, at, asked);
        return true;
    });

    private async ValueTask<T> InTurn<T>(Func<T> change)
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

    private void Tell(string what, Name name, Verb verb, double at, int asked)
    {
        var everybody = room.Open;
        _counts.Add(verb, at, asked, everybody.Count);
        Room.Say(everybody, what, new { name });
    }

    private Task Say(IReadOnlyList<Connection> to, string name, Body body, double received) =>
        Room.Say(to, name, new { body, hops = Hops(received) });

    /// <summary>When it was received, and now, when it is handed on.</summary>
    private double[] Hops(double received) => [received, clock()];

    private Task Refuse(Connection connection, string? name, Fault fault)
    {
        _counts.AddRefused();
        var known = name?.Length <= EventNameLimit ? name : null;
        return connection.Send(new Outgoing("refused", new { @event = known, code = fault.Code, reason = fault.Reason }));
    }
}
