using System.Text.Json;

namespace Outcry.Kit.Load;

/// <summary>
/// Numbers of events received and sent, per verb and bucket, since a <c>begin</c>. One short lock is around it: no count is lost. An
/// event is counted before it is sent: a client that has seen it and asks finds it counted.
/// </summary>
/// <param name="bucketMs">0: nothing is counted</param>
internal sealed class Counts(int bucketMs)
{
    /// <summary>Most buckets; later events are not counted, since a client can send something after a year.</summary>
    private const int BucketLimit = 1_000_000;

    private static readonly string[] Verbs = ["echo", "publish", "sink", "request", "join", "leave", "greet", "feed"];

    /// <summary>Counts of one verb, bucket 0 first.</summary>
    private sealed record VerbCounts(List<long> Received, List<long> Sent);

    private readonly Lock _lock = new();
    private readonly OrderedDictionary<string, VerbCounts> _verbs =
        new(Verbs.Select((verb) => KeyValuePair.Create(verb, new VerbCounts([], []))));

    private double? _startedAt;
    private long _refused;

    /// <summary>Counts what was <paramref name="received"/> at <paramref name="at"/> (ms), and <paramref name="sent"/> for it.</summary>
    public void Add(string verb, double at, int received, int sent)
    {
        if (bucketMs == 0 || received + sent == 0) return;
        lock (_lock)
        {
            var startedAt = _startedAt ??= at;
            // Another thread's event may have been received a moment before the one that was counted first.
            var bucket = Math.Max(0, (at - startedAt) / bucketMs);
            if (bucket >= BucketLimit) return;
            Add(_verbs[verb].Received, (int)bucket, received);
            Add(_verbs[verb].Sent, (int)bucket, sent);
        }
    }

    public void AddRefused()
    {
        if (bucketMs > 0) Interlocked.Increment(ref _refused);
    }

    /// <summary>The answer to <c>GET /outcry/counts</c>.</summary>
    /// <param name="clock">ms</param>
    public JsonElement Read(double clock, int connections)
    {
        lock (_lock)
        {
            var all = new { clock, startedAt = _startedAt, bucketMs, connections, refused = _refused, verbs = _verbs };
            return JsonSerializer.SerializeToElement(all, JsonSerializerOptions.Web);
        }
    }

    private static void Add(List<long> buckets, int bucket, int number)
    {
        while (buckets.Count <= bucket) buckets.Add(0);
        buckets[bucket] += number;
    }
}
