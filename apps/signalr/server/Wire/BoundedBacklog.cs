using System.Collections.Concurrent;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Protocol;

namespace Outcry.SignalR.Wire;

/// <summary>
/// SignalR's own way of reaching connections, but for one thing: it waits for none of them. The framework's <c>Clients.All</c> is
/// done when the slowest connection has taken the event, so one that does not read would hold up all the others. Here what a
/// connection has not taken waits for it alone, and when that becomes too much the connection is ended.
/// </summary>
internal sealed class BoundedBacklog(ILogger<BoundedBacklog> log, ILogger<DefaultHubLifetimeManager<OutcryHub>> baseLog)
    : DefaultHubLifetimeManager<OutcryHub>(baseLog)
{
    /// <summary>So far may a client fall behind, beyond the framework's own buffer: bytes, as in the app `bare`.</summary>
    public const long LimitBytes = 16 * 1_048_576;

    private sealed class Line(HubConnectionContext connection)
    {
        public HubConnectionContext Connection => connection;

        /// <summary>Bytes that wait for the connection.</summary>
        public long Waiting;
    }

    private readonly ConcurrentDictionary<string, Line> _lines = new();

    public override Task OnConnectedAsync(HubConnectionContext connection)
    {
        _lines[connection.ConnectionId] = new Line(connection);
        return base.OnConnectedAsync(connection);
    }

    public override Task OnDisconnectedAsync(HubConnectionContext connection)
    {
        _lines.TryRemove(connection.ConnectionId, out _);
        return base.OnDisconnectedAsync(connection);
    }

    public override Task SendAllAsync(string methodName, object?[] args, CancellationToken cancellationToken = default)
    {
        // Encoded once, by whoever comes first.
        var message = new SerializedHubMessage(new InvocationMessage(methodName, args));
        foreach (var (_, line) in _lines) Send(line, message);
        return Task.CompletedTask;
    }

    public override Task SendConnectionAsync(
        string connectionId, string methodName, object?[] args, CancellationToken cancellationToken = default)
    {
        if (_lines.TryGetValue(connectionId, out var line)) Send(line, new(new InvocationMessage(methodName, args)));
        return Task.CompletedTask;
    }

    private void Send(Line line, SerializedHubMessage message)
    {
        var connection = line.Connection;
        // Looked at before, so that a single event may be larger: a data set is.
        var behind = Interlocked.Read(ref line.Waiting);
        if (behind > LimitBytes)
        {
            if (connection.ConnectionAborted.IsCancellationRequested) return;
            log.LogWarning(
                "connection {Connection} does not keep up: {Bytes} bytes wait for it; it is ended", connection.ConnectionId, behind);
            connection.Abort();
            return;
        }
        var written = connection.WriteAsync(message);
        if (written.IsCompletedSuccessfully) written.GetAwaiter().GetResult();
        else _ = Wait(line, message.GetSerializedMessage(connection.Protocol).Length, written);
    }

    private async Task Wait(Line line, int bytes, ValueTask written)
    {
        Interlocked.Add(ref line.Waiting, bytes);
        try
        {
            await written;
        }
        catch (Exception error)
        {
            // A connection that cannot be written to has ended; the hub is told of that as of any other end.
            log.LogDebug(error, "connection {Connection} did not take an event", line.Connection.ConnectionId);
        }
        finally
        {
            Interlocked.Add(ref line.Waiting, -bytes);
        }
    }
}
