package outcry.auction;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

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
  private final Limit attempts;
  private final AtomicInteger waiting = new AtomicInteger();

  /** The requests before the next one: a connection's requests are answered in the order they came. */
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

  private volatile Identity identity;
  private volatile boolean isGone;

  /** @param address null where it is not known */
  Visitor(String address, double now) {
    this.address = address;
    requests = new Limit(REQUESTS, now);
    listings = new Limit(LISTINGS, now);
    attempts = new Limit(Attempts.OF_CONNECTION, now);
  }

  String address() {
    return address;
  }

  /** Wrong passwords and taken names. */
  Limit attempts() {
    return attempts;
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
   * Has {@code work}, which never throws, done on {@code executor} after everything this visitor asked before.
   *
   * @param refused called instead when the executor takes no more
   */
  synchronized void inTurn(Executor executor, Runnable work, Runnable refused) {
    waiting.incrementAndGet();
    CompletableFuture<Void> done = new CompletableFuture<>();
    CompletableFuture<Void> before = last;
    last = done;
    before.thenRun(
        () -> {
          try {
            executor.execute(() -> finish(work, done));
          } catch (RejectedExecutionException e) {
            finish(refused, done);
          }
        });
  }

  private void finish(Runnable work, CompletableFuture<Void> done) {
    try {
      work.run();
    } finally {
      waiting.decrementAndGet();
      done.complete(null);
    }
  }
}
