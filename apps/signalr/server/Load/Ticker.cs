using Outcry.SignalR.Wire;

namespace Outcry.SignalR.Load;

/// <summary>Has the hub look at its deadlines.</summary>
internal sealed class Ticker(LoadHub load, Outbox outbox) : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    protected override async Task ExecuteAsync(CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(Interval);
        while (await timer.WaitForNextTickAsync(stopping)) await outbox.Flush(load.Tick());
    }
}
