namespace Outcry.Kit.Auction;

/// <summary>How many at once, and how often one more is allowed, ms.</summary>
internal readonly record struct Rate(int Burst, double EveryMs);

/// <summary>A token bucket: a burst at once, then one more every so often. Reads no clock; <c>now</c> is in ms.</summary>
internal sealed class RateLimit(Rate rate, double now)
{
    private readonly Lock _lock = new();
    private double _left = rate.Burst;
    private double _at = now;

    /// <summary>Takes one; false when there is none.</summary>
    public bool Take(double now)
    {
        lock (_lock)
        {
            Refill(now);
            if (_left < 1) return false;
            _left--;
            return true;
        }
    }

    /// <summary>Whether there is one to take.</summary>
    public bool Has(double now)
    {
        lock (_lock)
        {
            Refill(now);
            return _left >= 1;
        }
    }

    /// <summary>Takes one that has been used already: on credit when there is none, up to another burst.</summary>
    public void Charge(double now)
    {
        lock (_lock)
        {
            Refill(now);
            _left = Math.Max(-rate.Burst, _left - 1);
        }
    }

    public bool IsFull(double now)
    {
        lock (_lock)
        {
            Refill(now);
            return _left >= rate.Burst;
        }
    }

    private void Refill(double now)
    {
        // A clock that was set back takes nothing away.
        _left = Math.Min(rate.Burst, _left + (Math.Max(0, now - _at) / rate.EveryMs));
        _at = now;
    }
}

/// <summary>A bucket for each key. A full one says nothing, so those are dropped when there are many.</summary>
/// <param name="few">so many buckets are kept without a look at which are full</param>
internal sealed class RateLimits(Rate rate, int few = 10_000)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, RateLimit> _limits = [];
    private readonly int _few = few;
    private int _sweepAt = few;

    public RateLimit Of(string key, double now)
    {
        lock (_lock)
        {
            if (_limits.TryGetValue(key, out var known)) return known;
            if (_limits.Count >= _sweepAt) Sweep(now);
            return _limits[key] = new RateLimit(rate, now);
        }
    }

    private void Sweep(double now)
    {
        foreach (var (key, limit) in _limits) if (limit.IsFull(now)) _limits.Remove(key);
        // Only when there are twice as many again: a flood of new keys must not pay for a sweep each.
        _sweepAt = Math.Max(_few, _limits.Count * 2);
    }
}
