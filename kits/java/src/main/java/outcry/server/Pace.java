package outcry.server;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Tells a feed when one client has caught up. Any thread may call any method. */
public final class Pace {
  /** A client that has more than this waiting, UTF-16 units, is behind. */
  public static final long BEHIND = 1_048_576;

  /** A client that is behind for longer than this is not waited for until it has caught up, so that it stops nobody. */
  private static final long PATIENCE_MS = 5_000;

  private final LongSupplier weight;
  private final long patienceMs;
  private final AtomicReference<CompletableFuture<Void>> waiting = new AtomicReference<>();
  private volatile boolean isGivenUp;

  /** @param weight UTF-16 units that wait for the client; 0 when it has gone */
  public Pace(LongSupplier weight) {
    this(weight, PATIENCE_MS);
  }

  public Pace(LongSupplier weight, long patienceMs) {
    this.weight = weight;
    this.patienceMs = patienceMs;
  }

  /** Completed when the client has caught up, or is not waited for any longer; null when it need not be waited for. */
  public CompletableFuture<Void> caughtUp() {
    if (!isBehind()) isGivenUp = false;
    if (isGivenUp || !isBehind()) return null;
    CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    if (!waiting.compareAndSet(null, caughtUp)) return waiting.get();
    caughtUp
        .completeOnTimeout(null, patienceMs, TimeUnit.MILLISECONDS)
        .thenRun(
            () -> {
              isGivenUp = isBehind();
              waiting.set(null);
            });
    // A message that went out meanwhile has completed nothing.
    wentOut();
    return caughtUp;
  }

  /** Completed when each of {@code to} has caught up. @param caughtUp of one, see {@link #caughtUp} */
  public static <C> CompletionStage<Void> allCaughtUp(Collection<C> to, Function<C, CompletableFuture<Void>> caughtUp) {
    List<CompletableFuture<Void>> behind = to.stream().map(caughtUp).filter(Objects::nonNull).toList();
    return CompletableFuture.allOf(behind.toArray(CompletableFuture[]::new));
  }

  /** Notes that something has gone out to the client, or that it has gone. */
  public void wentOut() {
    // A look is cheap, and mostly nobody waits.
    CompletableFuture<Void> caughtUp = waiting.get();
    if (caughtUp != null && !isBehind()) caughtUp.complete(null);
  }

  private boolean isBehind() {
    return weight.getAsLong() > BEHIND;
  }
}
