package outcry.hub;

import java.util.Arrays;

/** What was received and sent in each bucket. The lists end with the bucket of the last message. */
final class Counts {
  private final double startedAt;
  private final double bucketMs;
  private long[] received = new long[64];
  private long[] sent = new long[64];
  private int buckets;

  Counts(double startedAt, int spacing) {
    this.startedAt = startedAt;
    bucketMs = spacing * 1_000.0;
  }

  /** A message came at {@code now} and goes to {@code receivers} connections. */
  void message(double now, int receivers) {
    int bucket = (int) Math.max(0, Math.floor((now - startedAt) / bucketMs));
    if (bucket >= received.length) {
      int length = Math.max(bucket + 1, received.length * 2);
      received = Arrays.copyOf(received, length);
      sent = Arrays.copyOf(sent, length);
    }
    buckets = Math.max(buckets, bucket + 1);
    received[bucket]++;
    sent[bucket] += receivers;
  }

  long[] received() {
    return Arrays.copyOf(received, buckets);
  }

  long[] sent() {
    return Arrays.copyOf(sent, buckets);
  }
}
