using System.Threading.Channels;
using Microsoft.AspNetCore.SignalR;
using Outcry.SignalR.Load;

namespace Outcry.SignalR.Wire;

/// <summary>
/// Sends what the hub says, in the order in which it was said, outside of the hub's lock. Whoever caused it waits for its task
/// before more is read from the same connection, so no more waits here than one event of each connection.
/// </summary>
internal sealed class Outbox(IHubContext<OutcryHub, IOutcryClient> hub, ILogger<Outbox> log) : BackgroundService, ILoadOutputs
{
    private readonly record struct Letter(string? Connection, Func<IOutcryClient, Task> Say, TaskCompletionSource Sent);

    private readonly Channel<Letter> _letters = Channel.CreateUnbounded<Letter>(new() { SingleReader = true });

    public Task Send(string connection, Func<IOutcryClient, Task> say) => Write(connection, say);

    public Task Broadcast(Func<IOutcryClient, Task> say) => Write(null, say);

    protected override async Task ExecuteAsync(CancellationToken stopping)
    {
        await foreach (var (connection, say, sent) in _letters.Reader.ReadAllAsync(stopping))
        {
            try
            {
                // Connections that do not keep up are not waited for here: see BoundedBacklog.
                await say(connection == null ? hub.Clients.All : hub.Clients.Client(connection));
            }
            catch (Exception error)
            {
                log.LogError(error, "an event of the load test could not be sent");
            }
            sent.SetResult();
        }
    }

    private Task Write(string? connection, Func<IOutcryClient, Task> say)
    {
        // Continued elsewhere: the thread that empties the outbox has others to send to.
        var sent = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        return _letters.Writer.TryWrite(new Letter(connection, say, sent)) ? sent.Task : Task.CompletedTask;
    }
}
