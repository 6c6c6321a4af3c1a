using System.Runtime.InteropServices;

namespace Outcry.Kit.Load;

/// <summary>What is counted by, in the order in which counts are given.</summary>
internal enum Verb { Echo, Publish, Sink, Request, Join, Leave, Greet, Feed }

/// <summary>Per bucket, index 0 first.</summary>
internal sealed record VerbCounts(long[] Received, long[] Sent);

/// <summary>The answer to <c>GET /outcry/counts</c>. Times in ms by <see cref="Clock.Now"/>.</summary>
internal sealed record CountsNow(
    double Clock, double? StartedAt, int BucketMs, int Connections, long Refused, IReadOnlyDictionary<string, VerbCounts> Verbs);

/// <summary>
/// What was received and sent, per verb and bucket. One short lock is around it: no count is lost. Counted before it is sent, so
/// that who has seen something and asks finds it counted.
/// </summary>
internal sealed class Counts
{
    private static readonly Verb[] Verbs = Enum.GetValues<Verb>();

    private readonly Lock _lock = new();

    /// <summary>Only buckets with something in them: a day between two events must cost nothing.</summary>
    private readonly Dictionary<int, (long Received, long Sent)>[] _buckets = [.. Verbs.Select((_) => new Dictionary<int, (long, long)>())];

    /// <summary>0 before the first begin: then nothing is counted.</summary>
    private int _bucketMs;
    private double? _startedAt;
    private long _refused;

    public void Begin(int bucketMs)
    {
        lock (_lock)
        {
            (_bucketMs, _startedAt, _refused) = (bucketMs, null, 0);
            foreach (var buckets in _buckets) buckets.Clear();
        }
    }

    /// <param name="at">by the clock, when it was received</param>
    public void Add(Verb verb, double at, int received, int sent)
    {
        lock (_lock)
        {
            if (_bucketMs == 0 || (received == 0 && sent == 0)) return;
            var startedAt = _startedAt ??= at;
            // Another thread's event may have been received a moment before the one that was counted first.
            var bucket = (int)Math.Max(0, (at - startedAt) / _bucketMs);
            ref var counts = ref CollectionsMarshal.GetValueRefOrAddDefault(_buckets[(int)verb], bucket, out _);
            counts.Received += received;
            counts.Sent += sent;
        }
    }

    public void AddRefused()
    {
        lock (_lock) if (_bucketMs > 0) _refused++;
    }

    public CountsNow Read(double clock, int connections)
    {
        lock (_lock)
        {
            var verbs = Verbs.ToDictionary((verb) => verb.ToString().ToLowerInvariant(), (verb) => Lists(_buckets[(int)verb]));
            return new CountsNow(clock, _startedAt, _bucketMs, connections, _refused, verbs);
        }
    }

    private static VerbCounts Lists(Dictionary<int, (long Received, long Sent)> buckets)
    {
        var length = buckets.Count == 0 ? 0 : buckets.Keys.Max() + 1;
        var lists = new VerbCounts(new long[length], new long[length]);
        foreach (var (bucket, (received, sent)) in buckets) (lists.Received[bucket], lists.Sent[bucket]) = (received, sent);
        return lists;
    }
}
