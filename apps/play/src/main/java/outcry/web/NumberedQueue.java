package outcry.web;

import java.util.ArrayDeque;
import org.apache.pekko.util.ByteString;
import org.apache.pekko.util.ByteStringBuilder;

/**
 * Messages that wait for a client that polls, numbered 1, 2, 3 ... None leaves before the client has acknowledged it, so a poll whose
 * answer is lost can be repeated, and no message is missed between two polls. For one thread at a time.
 */
final class NumberedQueue {
  private final ArrayDeque<Outgoing> waiting = new ArrayDeque<>();

  /** The number of the first one waiting, or of the next one to come. */
  private long first = 1;

  private long weight;

  /** UTF-16 units that wait to be acknowledged. */
  long weight() {
    return weight;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void add(Outgoing outgoing) {
    waiting.add(outgoing);
    weight += outgoing.weight();
  }

  /** Forgets everything up to number {@code last}; false when no such number was ever given out. */
  boolean acknowledge(long last) {
    long count = last - first + 1;
    if (last < 0 || count > waiting.size()) return false;
    for (long i = 0; i < count; i++) weight -= waiting.remove().weight();
    first += Math.max(0, count);
    return true;
  }

  /** All that waits, in lines: {@code {"first": number}}, then the envelopes. */
  ByteString toBody() {
    ByteStringBuilder body = new ByteStringBuilder();
    body.append(ByteString.fromString("{\"first\":" + first + "}\n"));
    for (Outgoing outgoing : waiting) body.append(outgoing.line());
    return body.result();
  }
}
