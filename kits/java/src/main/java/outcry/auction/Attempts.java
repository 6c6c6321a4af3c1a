package outcry.auction;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import outcry.auction.WaitingLine.Attempt;
import outcry.auction.WaitingLine.Charges;
import outcry.auction.WaitingLine.Outcome;

/** How often passwords may be tried and users made: the rules of "Attempts" in `kits/schema/README.md`. */
final class Attempts {
  // What failed, by connection, by name and address together, and by address.
  static final Limit.Rate OF_CONNECTION = new Limit.Rate(10, 10_000);
  private static final Limit.Rate OF_NAME = new Limit.Rate(10, 30_000);
  private static final Limit.Rate OF_ADDRESS = new Limit.Rate(100, 2_000);

  /** Users made from one address; a whole office may share one. */
  private static final Limit.Rate REGISTRATIONS = new Limit.Rate(300, 5_000);

  private static final String TOO_MANY_LOGINS = "Too many attempts to log in. Wait half a minute and try again.";
  private static final String TOO_MANY_USERS = "Too many attempts to register. Wait half a minute and try again.";

  private final Time time;
  private final Executor hashing;
  private final Executor desk;

  // Guarded by this, as are the lines themselves: what is done with them is short, and hashes nothing.
  private final Limits names = new Limits(OF_NAME);
  private final Limits addresses = new Limits(OF_ADDRESS);
  private final Limits registrations = new Limits(REGISTRATIONS);

  /** By address; where nobody waits there is none. */
  private final Map<String, WaitingLine> lines = new HashMap<>();

  /**
   * @param hashing makes attempts; may refuse to when too many wait
   * @param desk tells that it is an attempt's turn
   */
  Attempts(Time time, Executor hashing, Executor desk) {
    this.time = time;
    this.hashing = hashing;
    this.desk = desk;
  }

  /**
   * What {@code make} gives when it has had its turn; a {@link Refusal} when there have been too many.
   *
   * @param key of the name that is tried
   */
  <T> CompletableFuture<T> logIn(Visitor visitor, String key, Supplier<T> make) {
    Supplier<Charges> charges =
        () ->
            new Charges(
                List.of(
                    visitor.failures(),
                    addresses.of(visitor.address(), time.now()),
                    names.of(visitor.address() + " " + key, time.now())),
                List.of());
    return inLine(new Attempt(visitor, charges, TOO_MANY_LOGINS), make);
  }

  /** What {@code make} gives when it has had its turn; a {@link Refusal} when there have been too many. */
  <T> CompletableFuture<T> register(Visitor visitor, Supplier<T> make) {
    Supplier<Charges> charges =
        () ->
            new Charges(
                List.of(visitor.failures(), addresses.of(visitor.address(), time.now())),
                List.of(registrations.of(visitor.address(), time.now())));
    return inLine(new Attempt(visitor, charges, TOO_MANY_USERS), make);
  }

  /** A connection has ended. */
  synchronized void leave(Visitor visitor) {
    WaitingLine line = lines.get(visitor.address());
    if (line == null) return;
    line.leave(visitor);
    tidy(visitor.address());
  }

  private <T> CompletableFuture<T> inLine(Attempt attempt, Supplier<T> make) {
    CompletableFuture<T> made = new CompletableFuture<>();
    join(attempt)
        .whenCompleteAsync(
            (charges, refusal) -> {
              if (refusal != null) made.completeExceptionally(refusal);
              else hash(attempt, charges, make, made);
            },
            desk);
    return made;
  }

  private <T> void hash(Attempt attempt, Charges charges, Supplier<T> make, CompletableFuture<T> made) {
    try {
      hashing.execute(() -> make(attempt, charges, make, made));
    } catch (RejectedExecutionException e) {
      done(attempt, charges, Outcome.NEITHER);
      made.completeExceptionally(Refusal.busy());
    }
  }

  private <T> void make(Attempt attempt, Charges charges, Supplier<T> make, CompletableFuture<T> made) {
    T result;
    try {
      result = make.get();
    } catch (RuntimeException error) {
      // A fault of ours, or a full queue, is not counted.
      done(attempt, charges, isFailure(error) ? Outcome.FAILURE : Outcome.NEITHER);
      made.completeExceptionally(error);
      return;
    }
    done(attempt, charges, Outcome.SUCCESS);
    made.complete(result);
  }

  private static boolean isFailure(RuntimeException error) {
    return error instanceof Refusal refusal
        && (refusal.code().equals("wrong-login") || refusal.code().equals("name-taken"));
  }

  private synchronized CompletableFuture<Charges> join(Attempt attempt) {
    String address = attempt.visitor().address();
    CompletableFuture<Charges> turn =
        lines.computeIfAbsent(address, key -> new WaitingLine(time)).join(attempt);
    tidy(address);
    return turn;
  }

  private synchronized void done(Attempt attempt, Charges charges, Outcome outcome) {
    lines.get(attempt.visitor().address()).done(charges, outcome);
    tidy(attempt.visitor().address());
  }

  private void tidy(String address) {
    if (lines.get(address).isEmpty()) lines.remove(address);
  }
}
