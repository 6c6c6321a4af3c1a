using Microsoft.AspNetCore.SignalR;
using Outcry.SignalR.Load;

namespace Outcry.SignalR.Wire;

/// <summary>
/// Sends what the hub says, in the order in which it was said, outside of the hub's lock. There is no thread for it: whoever had the
/// hub say something sends it, unless somebody else is just sending; handing it to another thread each time cost a quarter of the
/// latency on a quiet machine (60 clients, WebSockets). Who had the hub say something also waits until it has been sent before more
/// is read from that connection, so no more waits here than one event of each connection.
/// </summary>
internal sealed class Outbox(IHubContext<OutcryHub, IOutcryClient> hub, ILogger<Outbox> log) : ILoadOutputs
{
    private sealed class Letter(string? connection, Func<IOutcryClient, Task> say)
        : TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)
    {
        public string? Connection => connection;

        public Func<IOutcryClient, Task> Say => say;
    }

    private static readonly Task Never = new TaskCompletionSource().Task;

    private readonly Lock _lock = new();
    private readonly Queue<Letter> _letters = new();
    private bool _isSending;

    public Task Send(string connection, Func<IOutcryClient, Task> say) => Write(new Letter(connection, say));

    public Task Broadcast(Func<IOutcryClient, Task> say) => Write(new Letter(null, say));

    /// <summary>Sends what waits. To be called after the hub has been, and not under its lock.</summary>
    /// <param name="said">what the hub gave: when that has been sent, the rest is left to others</param>
    /// <returns>done when <paramref name="said"/> has been sent, by whomever</returns>
    public Task Flush(Task said)
    {
        bool isMine;
        lock (_lock)
        {
            isMine = !_isSending;
            _isSending = true;
        }
        return isMine ? SendUntil(said) : said;
    }

    private Task Write(Letter letter)
    {
        lock (_lock) _letters.Enqueue(letter);
        return letter.Task;
    }

    private async Task SendUntil(Task said)
    {
        while (Next() is { } letter)
        {
            try
            {
                // Connections that do not keep up are not waited for here: see BoundedBacklog.
                await letter.Say(letter.Connection == null ? hub.Clients.All : hub.Clients.Client(letter.Connection));
            }
            catch (Exception error)
            {
                log.LogError(error, "an event of the load test could not be sent");
            }
            letter.SetResult();
            if (!said.IsCompleted || IsEmpty) continue;
            // A busy server must not keep one connection at sending for all the others.
            ThreadPool.UnsafeQueueUserWorkItem((outbox) => _ = outbox.SendUntil(Never), this, preferLocal: false);
            return;
        }
    }

    private bool IsEmpty
    {
        get { lock (_lock) return _letters.Count == 0; }
    }

    /// <summary>The next letter to send; null when there is none, and then nobody is sending any more.</summary>
    private Letter? Next()
    {
        lock (_lock)
        {
            _isSending = _letters.TryDequeue(out var letter);
            return letter;
        }
    }
}
