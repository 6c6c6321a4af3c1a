package outcry.auction;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The limit on failed log-ins and registrations: "Failed log-ins" in `kits/schema/README.md`. */
final class FailureLimit {
  /** Failures per address. */
  private static final int FAILURES = 100;

  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final TimeMeter clock;
  private final Executor hashing;
  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
  private long forgottenAt;

  /** @param hashing makes attempts, a few at once */
  FailureLimit(Time time, Executor hashing) {
    clock = time.meter();
    this.hashing = hashing;
    forgottenAt = clock.currentTimeNanos();
  }

  /**
   * Makes an attempt to log in or to register. It counts as failed while it is made, so that attempts sent at once are no more guesses.
   *
   * @param address as {@link Addresses#countedAs} returns it
   * @throws Refusal when the address has no attempt left
   */
  <T> CompletableFuture<T> attempt(String address, Supplier<T> make) {
    Bucket bucket = reserve(address);
    return CompletableFuture.supplyAsync(make, hashing)
        .whenComplete(
            (made, error) -> {
              if (!isFailure(error)) bucket.addTokens(1);
            });
  }

  private synchronized Bucket reserve(String address) {
    forgetFull();
    Bucket bucket = buckets.computeIfAbsent(address, key -> bucket());
    if (bucket.tryConsume(1)) return bucket;
    throw new Refusal("too-many", "Too many failed attempts from your network. Wait a minute and try again.");
  }

  /** Forgets addresses without failures, once per window. */
  private void forgetFull() {
    long now = clock.currentTimeNanos();
    if (now - forgottenAt < WINDOW.toNanos()) return;
    forgottenAt = now;
    buckets.values().removeIf(bucket -> bucket.getAvailableTokens() == FAILURES);
  }

  private Bucket bucket() {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(FAILURES).refillIntervally(FAILURES, WINDOW))
        .withCustomTimePrecision(clock)
        .build();
  }

  /** True if the client got it wrong; a fault of the server does not count. */
  private static boolean isFailure(Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    return cause instanceof Refusal refusal
        && (refusal.code().equals("wrong-login") || refusal.code().equals("name-taken"));
  }
}
