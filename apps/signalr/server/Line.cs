using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Protocol;
using Outcry.Kit;

namespace Outcry.SignalR;

/// <summary>
/// A connection of SignalR, written to as the framework's <c>Clients</c> do it, but for one thing: nobody waits for it.
/// <c>Clients.All</c> is done when the slowest connection has taken the event, so one that does not read would hold up all the
/// others. Messages that this one has not taken wait for it alone; if they become too many, it is ended.
/// </summary>
internal sealed class Line(HubConnectionContext connection, ILogger<Line> log) : Connection
{
    /// <summary>Bytes that a client may fall behind, beyond the framework's own buffer: as in the app `bare`.</summary>
    private const long LimitBytes = 16 * 1_048_576;

    /// <summary>Bytes that wait for the connection.</summary>
    private long _waiting;

    public override Task Send(Outgoing said)
    {
        // Encoded once, by whichever connection comes first.
        var message = (SerializedHubMessage)(said.Encoded ??= new SerializedHubMessage(new InvocationMessage(said.Name, [said.Data])));
        // Looked at before, so that the first event after a quiet time may be of any size.
        var behind = Interlocked.Read(ref _waiting);
        if (behind > LimitBytes)
        {
            End(behind);
            return Task.CompletedTask;
        }
        var written = connection.WriteAsync(message);
        if (!written.IsCompletedSuccessfully) return Wait(written, message.GetSerializedMessage(connection.Protocol).Length);
        written.GetAwaiter().GetResult();
        return Task.CompletedTask;
    }

    private async Task Wait(ValueTask written, int bytes)
    {
        Interlocked.Add(ref _waiting, bytes);
        try
        {
            await written;
        }
        catch (Exception error)
        {
            // A connection that cannot be written to has ended; the hub is told of that as of any other end.
            log.LogDebug(error, "connection {Connection} did not take an event", connection.ConnectionId);
        }
        finally
        {
            Interlocked.Add(ref _waiting, -bytes);
        }
    }

    private void End(long behind)
    {
        if (connection.ConnectionAborted.IsCancellationRequested) return;
        log.LogWarning(
            "connection {Connection} does not keep up: {Bytes} bytes wait for it; it is ended", connection.ConnectionId, behind);
        connection.Abort();
    }
}
