namespace Outcry.Kit.Tests;

/// <summary>A clock that stands still until it is moved. Timers fire when it reaches their time.</summary>
internal sealed class ManualTime(DateTimeOffset start) : TimeProvider
{
    private readonly List<Timer> _timers = [];
    private DateTimeOffset _now = start;

    public override DateTimeOffset GetUtcNow() => _now;

    public void MoveTo(DateTimeOffset now)
    {
        _now = now;
        List<Timer> due;
        lock (_timers)
        {
            due = _timers.FindAll((timer) => timer.At <= now);
            _timers.RemoveAll(due.Contains);
        }
        due.ForEach((timer) => timer.Fire());
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new Timer(_now + dueTime, () => callback(state));
        lock (_timers) _timers.Add(timer);
        return timer;
    }

    private sealed record Timer(DateTimeOffset At, Action Fire) : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => throw new NotSupportedException();

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
