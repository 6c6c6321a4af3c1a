using System.Text.Json;
using static Outcry.SignalR.Load.Shapes;

namespace Outcry.SignalR.Load;

/// <summary>
/// The hub: the server-side state machine of a load test, <c>idle -> running -> harvesting -> idle</c>. It knows no transport
/// and no clock but those it is given. protocol/README.md is its specification.
/// <para>
/// Any number of threads may call it. What clients send is read and checked beside the others; one short lock is around what
/// becomes of it, so no count is lost. Nothing is sent under the lock: what the hub says is queued there (<see
/// cref="ILoadOutputs"/>), which is also why <c>harvest</c> never overtakes a message.
/// </para>
/// </summary>
internal sealed class LoadHub(ILoadOutputs outputs, Func<double> now, Deadlines deadlines)
{
    /// <summary>Reports of one test together may not weigh more: a character of a histogram weighs 1.</summary>
    public const long DatasetLimit = 64 * 1_048_576;

    /// <summary>A longer event name is not repeated to whoever sent it.</summary>
    private const int EventNameLimit = 100;

    private readonly Lock _lock = new();
    private readonly HashSet<string> _connections = [];
    private LoadTest? _test;

    public string State
    {
        get { lock (_lock) return StateNow; }
    }

    private string StateNow => _test == null ? "idle" : _test.HarvestAt == null ? "running" : "harvesting";

    public void Connect(string connection)
    {
        lock (_lock) _connections.Add(connection);
    }

    /// <summary>A connection has ended. Without its master a test is abandoned.</summary>
    public void Disconnect(string connection)
    {
        lock (_lock)
        {
            if (!_connections.Remove(connection) || _test == null) return;
            if (connection == _test.Master) _test = null;
            else if (_test.HarvestAt == null) _test.Departures.Enqueue((now(), _test.Roster.Depart(connection)));
        }
    }

    /// <summary>Takes what a client sent; what cannot be taken is refused. Never throws for it.</summary>
    /// <returns>done when what the hub said to it has been handed to the connections</returns>
    public Task Receive(string connection, string @event, JsonElement data)
    {
        switch (@event)
        {
            case "message":
                var fault = Read(data, out LoadMessage message);
                return Take(connection, @event, fault, () => TakeMessage(connection, message));
            case "complete":
                fault = Read(data, out long clientId);
                return Take(connection, @event, fault, () => TakeComplete(connection, clientId));
            case "report":
                fault = Report.Read(data, out var report);
                return Take(connection, @event, fault, () => TakeReport(report));
            case "initTest":
                fault = Read(data, out TestStarted init);
                return Take(connection, @event, fault, () => TakeInitTest(connection, init));
            default:
                return Refuse(connection, @event, "unknown-event", "no such event");
        }
    }

    /// <summary>Refuses what cannot be taken, such as text that is no event (then its name is null).</summary>
    public Task Refuse(string connection, string? @event, string code, string reason)
    {
        lock (_lock)
        {
            // What was still on its way when a connection was ended comes from nobody.
            if (!_connections.Contains(connection)) return Task.CompletedTask;
            if (_test != null) _test.Refused++;
            var refused = new Refused(@event?.Length <= EventNameLimit ? @event : null, code, reason);
            return outputs.Send(connection, (client) => client.Refused(refused));
        }
    }

    /// <summary>Looks at the deadlines; to be called a few times a second. The task is as that of <see cref="Receive"/>.</summary>
    public Task Tick()
    {
        lock (_lock)
        {
            if (_test is not { } test) return Task.CompletedTask;
            var at = now();
            if (test.HarvestAt == null) return TickRunning(test, at);
            if (at - test.HarvestAt < deadlines.Report) return Task.CompletedTask;
            test.Roster.CountOutUnreported();
            return Finish(test);
        }
    }

    /// <summary>What became of an event: a fault, or what the hub said to it.</summary>
    private readonly record struct Taken(Fault? Fault, Task Said)
    {
        public static implicit operator Taken(Fault fault) => new(fault, Task.CompletedTask);

        public static implicit operator Taken(Task said) => new(null, said);
    }

    private Task Take(string connection, string @event, Fault? fault, Func<Taken> take)
    {
        lock (_lock)
        {
            if (!_connections.Contains(connection)) return Task.CompletedTask;
            var taken = fault == null ? take() : fault;
            return taken.Fault is { } refusal ? Refuse(connection, @event, refusal.Code, refusal.Reason) : taken.Said;
        }
    }

    private Taken TakeInitTest(string connection, TestStarted init)
    {
        if (_test != null) return WrongState("initTest is taken only while no test is going on");
        _test = new LoadTest(init, connection, now());
        return outputs.Broadcast((client) => client.TestStarted(init));
    }

    private Taken TakeMessage(string connection, LoadMessage message)
    {
        if (_test is not { HarvestAt: null } test) return WrongState("a message is taken only in a running test");
        if (test.Roster.Claim(connection, message.ClientId) is { } fault) return fault;
        var received = now();
        test.Count(received, _connections.Count);
        var (id, clientId, seq, due, sent, payload) = message;
        var delivered = new DeliveredMessage(id, (int)clientId, seq, due, sent, payload, received);
        return test.IsBroadcast
            ? outputs.Broadcast((client) => client.Message(delivered))
            : outputs.Send(connection, (client) => client.Message(delivered));
    }

    private Taken TakeComplete(string connection, long clientId)
    {
        if (_test is not { HarvestAt: null } test) return WrongState("complete is taken only in a running test");
        if (test.Roster.Claim(connection, clientId) is { } fault) return fault;
        test.LastHeardAt = now();
        test.Roster.Complete((int)clientId);
        return HarvestWhenSettled(test);
    }

    private Taken TakeReport(Report report)
    {
        if (_test is not { HarvestAt: not null } test) return WrongState("a report is taken only after harvest");
        if (test.Roster.FaultInReported(report.ClientIds) is { } fault) return fault;
        if (test.ReportedWeight + report.Weight > DatasetLimit)
        {
            return Fault.TooLarge($"all reports of a test together may not be over {DatasetLimit} bytes");
        }
        test.ReportedWeight += report.Weight;
        test.Reports.Add(report);
        test.Roster.Report(report.ClientIds);
        return test.Roster.AllReported ? Finish(test) : Task.CompletedTask;
    }

    private Task TickRunning(LoadTest test, double at)
    {
        while (test.Departures.TryPeek(out var departure) && at - departure.At >= deadlines.Vanish)
        {
            test.Departures.Dequeue();
            if (departure.ClientIds.Count == 0) test.Roster.CountOutNameless(_connections.Count);
            foreach (var clientId in departure.ClientIds) test.Roster.CountOutDisconnected(clientId);
        }
        if (at - test.LastHeardAt >= deadlines.Silence) test.Roster.CountOutSilent();
        return HarvestWhenSettled(test);
    }

    private Task HarvestWhenSettled(LoadTest test)
    {
        if (!test.Roster.IsSettled) return Task.CompletedTask;
        test.HarvestAt = now();
        var harvest = new Harvest(test.Broadcasts);
        var said = outputs.Broadcast((client) => client.Harvest(harvest));
        return test.Roster.AllReported ? Finish(test) : said;
    }

    private Task Finish(LoadTest test)
    {
        _test = null;
        var complete = new HarvestComplete(test.ToDataset(now()));
        return outputs.Send(test.Master, (client) => client.HarvestComplete(complete));
    }

    private Fault WrongState(string rule) => Fault.WrongState($"{rule}; the hub is {StateNow}");
}
