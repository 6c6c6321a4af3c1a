namespace Outcry.Kit.Auction;

/// <summary>How many at once, and how often one more is allowed, ms.</summary>
internal readonly record struct Rate(int Burst, double EveryMs);

/// <summary>
/// A token bucket: a burst at once, then one more token every so often. Reads no clock; <c>now</c> is in ms. The caller takes a token for
/// good, or reserves it until it knows whether the attempt counts. For one thread at a time.
/// </summary>
internal sealed class RateLimit(Rate rate, double now)
{
    private double _left = rate.Burst;
    private int _setAside;
    private double _at = now;

    /// <summary>Takes one; false when there is none.</summary>
    public bool Take(double now)
    {
        if (!Has(now)) return false;
        _left--;
        return true;
    }

    /// <summary>Whether a token is left to take or to reserve.</summary>
    public bool Has(double now)
    {
        Refill(now);
        return _left - _setAside >= 1;
    }

    /// <summary>Whether no token is left and none is reserved.</summary>
    public bool IsSpent(double now)
    {
        Refill(now);
        return _left < 1;
    }

    /// <summary>Reserves a token that is left; <see cref="Settle"/> has to follow.</summary>
    public void SetAside() => _setAside++;

    /// <summary>Ends what <see cref="SetAside"/> began: the one is taken, or given back.</summary>
    public void Settle(bool isTaken, double now)
    {
        Refill(now);
        _setAside--;
        if (isTaken) _left--;
    }

    /// <summary>Whether it says nothing: another one would be just the same.</summary>
    public bool IsFull(double now)
    {
        Refill(now);
        return _left >= rate.Burst && _setAside == 0;
    }

    private void Refill(double now)
    {
        // A clock that was set back takes nothing away.
        _left = Math.Min(rate.Burst, _left + (Math.Max(0, now - _at) / rate.EveryMs));
        _at = now;
    }
}

/// <summary>A bucket for each key. A full one says nothing, so those are dropped when there are many. For one thread at a time.</summary>
/// <param name="few">up to this many buckets are kept without checking which are full</param>
internal sealed class RateLimits(Rate rate, int few = 10_000)
{
    private readonly Dictionary<string, RateLimit> _limits = [];
    private readonly int _few = few;
    private int _sweepAt = few;

    public int Count => _limits.Count;

    public RateLimit Of(string key, double now)
    {
        if (_limits.TryGetValue(key, out var known)) return known;
        if (_limits.Count >= _sweepAt) Sweep(now);
        return _limits[key] = new RateLimit(rate, now);
    }

    private void Sweep(double now)
    {
        foreach (var (key, limit) in _limits) if (limit.IsFull(now)) _limits.Remove(key);
        // Only when there are twice as many again: a flood of new keys must not pay for a sweep each.
        _sweepAt = Math.Max(_few, _limits.Count * 2);
    }
}
