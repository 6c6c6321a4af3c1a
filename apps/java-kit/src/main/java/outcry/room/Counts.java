package outcry.room;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What has been received and sent, per verb and bucket, since a {@code begin}. For one thread at a time. */
final class Counts {
  /** What is counted by, in the order in which it is told. */
  enum Verb { ECHO, PUBLISH, SINK, REQUEST, JOIN, LEAVE, GREET, FEED }

  private static final int RECEIVED = 0;
  private static final int SENT = 1;

  private final int bucketMs;

  /** For each verb, per bucket: how many were received, and sent. */
  private final List<List<long[]>> buckets = new ArrayList<>();

  private long refused;

  /** Where bucket 0 begins, microseconds; null before anything was counted. */
  private Long startedAt;

  /** @param bucketMs 0: nothing is counted */
  Counts(int bucketMs) {
    this.bucketMs = bucketMs;
    for (int verb = 0; verb < Verb.values().length; verb++) buckets.add(new ArrayList<>());
  }

  /** Something was received, and sent to so many. @param at microseconds */
  void add(Verb verb, long at, int received, int sent) {
    if (bucketMs == 0 || received + sent == 0) return;
    if (startedAt == null) startedAt = at;
    // Of two threads the one that had its event first may come second.
    long bucket = Math.max(0, (at - startedAt) / (bucketMs * 1_000L));
    List<long[]> ofVerb = buckets.get(verb.ordinal());
    while (ofVerb.size() <= bucket) ofVerb.add(new long[2]);
    long[] counted = ofVerb.get((int) bucket);
    counted[RECEIVED] += received;
    counted[SENT] += sent;
  }

  void refused() {
    if (bucketMs > 0) refused++;
  }

  /** The answer of {@code GET /outcry/counts}. @param clock microseconds */
  String toJson(long clock, int connections) {
    StringBuilder json = new StringBuilder("{\"clock\":").append(Clock.millis(clock));
    json.append(",\"startedAt\":").append(startedAt == null ? "null" : Clock.millis(startedAt));
    json.append(",\"bucketMs\":").append(bucketMs).append(",\"connections\":").append(connections);
    json.append(",\"refused\":").append(refused).append(",\"verbs\":{");
    for (Verb verb : Verb.values()) {
      if (verb.ordinal() > 0) json.append(',');
      json.append('"').append(verb.name().toLowerCase(Locale.ROOT));
      json.append("\":{\"received\":").append(list(verb, RECEIVED)).append(",\"sent\":").append(list(verb, SENT)).append('}');
    }
    return json.append("}}").toString();
  }

  private String list(Verb verb, int which) {
    return Arrays.toString(buckets.get(verb.ordinal()).stream().mapToLong(counted -> counted[which]).toArray());
  }
}
