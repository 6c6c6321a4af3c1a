namespace Outcry.Kit;

/// <summary>The open connections. Any number of threads may call it, and nothing is sent under its lock.</summary>
public sealed class Room
{
    private readonly Lock _lock = new();

    /// <summary>Open connections: never changed, only replaced, so that a reader can count them and send to exactly those.</summary>
    private volatile Connection[] _open = [];

    /// <summary>Connections that are open now, in the order in which they came.</summary>
    public IReadOnlyList<Connection> Open => _open;

    internal void Enter(Connection connection)
    {
        lock (_lock) _open = [.. _open, connection];
    }

    /// <summary>False when it had left already.</summary>
    internal bool Leave(Connection connection)
    {
        lock (_lock)
        {
            if (connection.HasEnded) return false;
            connection.HasEnded = true;
            _open = Array.FindAll(_open, (other) => other != connection);
            return true;
        }
    }

    /// <summary>Says something to all that are open.</summary>
    public void Tell(string name, object data) => Say(_open, name, data);

    /// <summary>Says something to each of <paramref name="connections"/>, in their order.</summary>
    /// <returns>done when all have taken it: who waits for it is as fast as the slowest; never fails</returns>
    internal static Task Say(IReadOnlyList<Connection> connections, string name, object data)
    {
        var said = new Outgoing(name, data);
        List<Task>? pending = null;
        // By index: the enumerator of an interface would be one more object for each event.
        for (var i = 0; i < connections.Count; i++)
        {
            var taken = connections[i].Send(said);
            if (!taken.IsCompleted) (pending ??= []).Add(taken);
        }
        return pending == null ? Task.CompletedTask : Task.WhenAll(pending);
    }
}
