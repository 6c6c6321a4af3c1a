package outcry.room;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import outcry.Json;

/** Numbers of events received and sent, per verb and bucket, since a {@code begin}. For one thread at a time. */
final class Counts {
  private static final List<String> VERBS =
      List.of("echo", "publish", "sink", "request", "join", "leave", "greet", "feed");

  /** Most buckets; later events are not counted, since a client can send something after a year. */
  private static final int BUCKET_LIMIT = 1_000_000;

  /** Counts of one verb, per bucket. */
  private record VerbCounts(List<Long> received, List<Long> sent) {}

  /** The answer of {@code GET /outcry/counts}. */
  private record All(
      BigDecimal clock, BigDecimal startedAt, int bucketMs, int connections, long refused, Map<String, VerbCounts> verbs) {}

  private final int bucketMs;
  private final Map<String, VerbCounts> verbs = new LinkedHashMap<>();
  private long refused;

  /** The start of bucket 0, microseconds; null before anything was counted. */
  private Long startedAt;

  /** @param bucketMs 0: nothing is counted */
  Counts(int bucketMs) {
    this.bucketMs = bucketMs;
    for (String verb : VERBS) verbs.put(verb, new VerbCounts(new ArrayList<>(), new ArrayList<>()));
  }

  /** Counts what was {@code received} at {@code at} (microseconds), and {@code sent} for it. */
  void add(String verb, long at, int received, int sent) {
    if (bucketMs == 0 || received + sent == 0) return;
    if (startedAt == null) startedAt = at;
    // Of two threads the one that had its event first may come second.
    long bucket = Math.max(0, (at - startedAt) / (bucketMs * 1_000L));
    if (bucket >= BUCKET_LIMIT) return;
    add(verbs.get(verb).received, (int) bucket, received);
    add(verbs.get(verb).sent, (int) bucket, sent);
  }

  private static void add(List<Long> buckets, int bucket, int number) {
    while (buckets.size() <= bucket) buckets.add(0L);
    buckets.set(bucket, buckets.get(bucket) + number);
  }

  void addRefused() {
    if (bucketMs > 0) refused++;
  }

  /** The answer of {@code GET /outcry/counts}. @param clock microseconds */
  String toJson(long clock, int connections) {
    BigDecimal start = startedAt == null ? null : Clock.millis(startedAt);
    return Json.write(new All(Clock.millis(clock), start, bucketMs, connections, refused, verbs));
  }
}
