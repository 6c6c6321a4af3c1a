package outcry.auction;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What the house knows of a connection that has asked something. */
final class Visitor {
  /** Requests of one connection, and among them those for the whole list. */
  private static final Limit.Rate REQUESTS = new Limit.Rate(200, 20);

  private static final Limit.Rate LISTINGS = new Limit.Rate(20, 250);

  /** So many requests of one connection may wait for their turn. */
  private static final int QUEUE_LIMIT = 200;

  private final String address;
  private final Limit requests;
  private final Limit listings;
  private final Limit failures;
  private final AtomicInteger waiting = new AtomicInteger();

  /** The requests before the next one: a connection's requests are answered in the order they came. */
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

  private volatile Identity identity;
  private volatile boolean isGone;

  /** @param address null where it is not known */
  Visitor(String address, double now) {
    this.address = Addresses.countedAs(address);
    requests = new Limit(REQUESTS, now);
    listings = new Limit(LISTINGS, now);
    failures = new Limit(Attempts.OF_CONNECTION, now);
  }

  /** What wrong log-ins are counted by. */
  String address() {
    return address;
  }

  /** What it may fail: wrong passwords and taken names. */
  Limit failures() {
    return failures;
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

  /** Whether it may ask this now. */
  boolean mayAsk(boolean isListing, double now) {
    return requests.take(now) && (!isListing || listings.take(now)) && waiting.get() < QUEUE_LIMIT;
  }

  /**
   * Has {@code work}, which never throws, done after everything this visitor asked before, until what it gives is completed.
   * {@code answer} takes that when it does not count as waiting any more: who has an answer may ask as much as before.
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
