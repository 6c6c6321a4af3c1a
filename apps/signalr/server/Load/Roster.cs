namespace Outcry.SignalR.Load;

/// <summary>
/// Who takes part in a test: which connection speaks for which client, who has completed, who was counted out, whose report
/// has come. Not safe for several threads: the hub's lock is around it.
/// </summary>
internal sealed class Roster(int clientCount)
{
    private enum State : byte { Waiting, Complete, CountedOut }

    private readonly int _clientCount = clientCount;
    private readonly string?[] _owners = new string?[clientCount + 1];
    private readonly State[] _states = new State[clientCount + 1];
    private readonly bool[] _reported = new bool[clientCount + 1];

    /// <summary>Open connections that speak for a client, and for which.</summary>
    private readonly Dictionary<string, List<int>> _speakers = [];
    private readonly List<Vanished> _named = [];

    /// <summary>Clients that are neither complete nor counted out under their id.</summary>
    private int _waiting = clientCount;

    /// <summary>Clients that no connection has spoken for yet.</summary>
    private int _unclaimed = clientCount;

    /// <summary>Of the unclaimed, how many are not waited for: their connection ended, or they were silent.</summary>
    private int _namelessDisconnected;
    private int _namelessSilent;
    private int _awaitedReports;

    /// <summary>Nobody is waited for any more: all are complete or counted out.</summary>
    public bool IsSettled => _waiting - _namelessDisconnected - _namelessSilent <= 0;

    public bool AllReported => _awaitedReports == 0;

    /// <summary>
    /// Why <paramref name="connection"/> may not speak for a client now; null when it may. The first to speak for a client
    /// keeps it.
    /// </summary>
    public Fault? Claim(string connection, long id)
    {
        if (id > _clientCount) return Fault.OutOfRange("clientId", $"an integer from 1 to {_clientCount}");
        var clientId = (int)id;
        if (_owners[clientId] == connection)
        {
            return _states[clientId] == State.Waiting ? null : Fault.WrongState($"client {clientId} has sent complete already");
        }
        if (_owners[clientId] != null) return new Fault("client-taken", $"client {clientId} belongs to another connection");
        _owners[clientId] = connection;
        if (!_speakers.TryGetValue(connection, out var clients)) _speakers[connection] = clients = [];
        clients.Add(clientId);
        _unclaimed--;
        // A client taken for gone that speaks after all is waited for again.
        if (_namelessDisconnected > _unclaimed) _namelessDisconnected--;
        return null;
    }

    public void Complete(int clientId)
    {
        _states[clientId] = State.Complete;
        _waiting--;
        _awaitedReports++;
    }

    /// <summary>A connection has ended; gives the clients it spoke for.</summary>
    public IReadOnlyList<int> Depart(string connection) => _speakers.Remove(connection, out var clients) ? clients : [];

    public void CountOutDisconnected(int clientId)
    {
        if (_states[clientId] == State.Waiting) CountOut(clientId, "disconnected");
    }

    /// <summary>
    /// A connection that spoke for nobody has ended. It was a client only if the connections that are still open and silent
    /// are too few to be all the clients not heard of yet; else it was a spectator.
    /// </summary>
    public void CountOutNameless(int openConnections)
    {
        var silentConnections = openConnections - _speakers.Count;
        if (_unclaimed - _namelessDisconnected > silentConnections) _namelessDisconnected++;
    }

    /// <summary>Counts out everyone still waited for.</summary>
    public void CountOutSilent()
    {
        var nameThem = _namelessDisconnected == 0;
        _namelessSilent = nameThem ? 0 : _unclaimed - _namelessDisconnected;
        for (var clientId = 1; clientId <= _clientCount; clientId++)
        {
            if (_states[clientId] != State.Waiting) continue;
            if (nameThem || _owners[clientId] != null) CountOut(clientId, "silent");
        }
    }

    /// <summary>Why these clients cannot be reported on; null when they can.</summary>
    public Fault? FaultInReported(IReadOnlyList<long> clientIds)
    {
        var seen = new HashSet<long>();
        foreach (var clientId in clientIds)
        {
            if (clientId > _clientCount) return Fault.OutOfRange("clientIds", $"integers from 1 to {_clientCount}");
            if (!seen.Add(clientId)) return new Fault("out-of-range", $"clientIds has {clientId} twice");
            if (_reported[clientId]) return Fault.WrongState($"client {clientId} has been reported already");
        }
        return null;
    }

    public void Report(IReadOnlyList<long> clientIds)
    {
        foreach (var clientId in clientIds)
        {
            _reported[clientId] = true;
            if (_states[clientId] == State.Complete) _awaitedReports--;
        }
    }

    public void CountOutUnreported()
    {
        for (var clientId = 1; clientId <= _clientCount; clientId++)
        {
            if (_states[clientId] == State.Complete && !_reported[clientId]) _named.Add(new Vanished(clientId, "no-report"));
        }
        _awaitedReports = 0;
    }

    /// <summary>Those counted out: first the ones with an id in the order it happened, then the nameless.</summary>
    public IReadOnlyList<Vanished> Vanished() =>
    [
        .. _named,
        .. Enumerable.Repeat(new Vanished(null, "disconnected"), _namelessDisconnected),
        .. Enumerable.Repeat(new Vanished(null, "silent"), _namelessSilent),
    ];

    private void CountOut(int clientId, string why)
    {
        _states[clientId] = State.CountedOut;
        _waiting--;
        _named.Add(new Vanished(clientId, why));
    }
}
