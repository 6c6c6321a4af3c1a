package outcry.auction;

import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The house's knowledge of a connection that has asked something. */
final class Visitor {
  /** Most requests of one connection that may wait for their turn. */
  private static final int QUEUE_LIMIT = 200;

  private final String address;
  private final Bucket requests;

  /** Among the requests, those for the whole list. */
  private final Bucket listings;

  private final AtomicInteger waiting = new AtomicInteger();

  /** The requests before the next one: a connection's requests are answered in the order they came. */
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

  private volatile Identity identity;
  private volatile boolean isGone;

  /** @param address null where it is not known */
  Visitor(String address, Time time) {
    this.address = Addresses.countedAs(address);
    requests = bucket(200, 20, time);
    listings = bucket(20, 250, time);
  }

  /** Has {@code burst} tokens at once, then one more every {@code everyMs}. */
  private static Bucket bucket(int burst, int everyMs, Time time) {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(burst).refillGreedy(1, Duration.ofMillis(everyMs)))
        .withCustomTimePrecision(time.meter())
        .build();
  }

  /** The key that failures are counted by. */
  String address() {
    return address;
  }

  Identity identity() {
    return identity;
  }

  void identify(Identity identity) {
    this.identity = identity;
  }

  boolean isGone() {
    return isGone;
  }

  void leave() {
    isGone = true;
  }

  /** True if it may ask this now. */
  boolean mayAsk(boolean isListing) {
    return requests.tryConsume(1) && (!isListing || listings.tryConsume(1)) && waiting.get() < QUEUE_LIMIT;
  }

  /**
   * Has {@code work}, which never throws, done after everything this visitor asked before, until what it gives is completed.
   * {@code answer} takes that when it does not count as waiting any more: a visitor that has an answer may ask as much as before.
   */
  synchronized <T> void inTurn(Supplier<CompletionStage<T>> work, Consumer<T> answer) {
    waiting.incrementAndGet();
    CompletableFuture<Void> done = new CompletableFuture<>();
    CompletableFuture<Void> before = last;
    last = done;
    before.thenRun(
        () ->
            work.get()
                .thenAccept(
                    reply -> {
                      waiting.decrementAndGet();
                      answer.accept(reply);
                    })
                .whenComplete((nothing, error) -> done.complete(null)));
  }
}
