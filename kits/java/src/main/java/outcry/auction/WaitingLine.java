package outcry.auction;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Those who try passwords or make users, from one address. Each attempt is counted before it is made, and given back where it turns
 * out not to count. One for which there is nothing left but what others may give back waits for them. So however many come at
 * once, no more fail than the limits say, and those who know their password are let in. For one thread at a time.
 */
final class WaitingLine {
  /** Of one address, so that others are hashed for meanwhile: as many as are hashed at once on a large machine. */
  private static final int AT_ONCE = 3;

  /** Each takes some 0.2 s of a core. Who would wait longer than a request may take is told at once. */
  private static final int LINE_LIMIT = 128;

  /** What an attempt is counted by: if it fails, and if it does not. */
  record Charges(List<Limit> failure, List<Limit> success) {
    private List<Limit> all() {
      return Stream.concat(failure.stream(), success.stream()).toList();
    }
  }

  /**
   * @param visitor who makes it
   * @param charges asked again whenever it might be its turn, since nobody but those under way keeps a limit
   * @param tooMany what is said when there have been too many
   */
  record Attempt(Visitor visitor, Supplier<Charges> charges, String tooMany) {}

  enum Outcome {
    SUCCESS,
    FAILURE,
    NEITHER
  }

  private record Waiting(Attempt attempt, CompletableFuture<Charges> turn) {}

  private final Time time;
  private List<Waiting> line = new ArrayList<>();
  private int underWay;

  WaitingLine(Time time) {
    this.time = time;
  }

  /** Nobody waits, and nothing is under way. */
  boolean isEmpty() {
    return underWay == 0 && line.isEmpty();
  }

  /**
   * Completed when it is the attempt's turn, with what it is counted by; {@link #done} has to follow. With a {@link Refusal} when
   * there have been too many, or too many wait. What depends on it must not run on the thread that completes it.
   */
  CompletableFuture<Charges> join(Attempt attempt) {
    if (line.size() >= LINE_LIMIT) return CompletableFuture.failedFuture(Refusal.busy());
    Waiting waiting = new Waiting(attempt, new CompletableFuture<>());
    line.add(waiting);
    serve();
    return waiting.turn();
  }

  /** An attempt that had its turn has been made. */
  void done(Charges charges, Outcome outcome) {
    double now = time.now();
    for (Limit limit : charges.failure()) limit.settle(outcome == Outcome.FAILURE, now);
    for (Limit limit : charges.success()) limit.settle(outcome == Outcome.SUCCESS, now);
    underWay--;
    serve();
  }

  /** A connection has ended: its attempts need not be made. */
  void leave(Visitor visitor) {
    List<Waiting> left = line.stream().filter(waiting -> waiting.attempt().visitor() == visitor).toList();
    line.removeAll(left);
    for (Waiting waiting : left) waiting.turn().completeExceptionally(Refusal.ended());
  }

  private void serve() {
    double now = time.now();
    List<Waiting> waitingSoFar = line;
    line = new ArrayList<>();
    for (Waiting waiting : waitingSoFar) {
      Charges charges = waiting.attempt().charges().get();
      List<Limit> limits = charges.all();
      if (limits.stream().anyMatch(limit -> limit.isSpent(now))) {
        waiting.turn().completeExceptionally(new Refusal("too-many", waiting.attempt().tooMany()));
      } else if (underWay < AT_ONCE && limits.stream().allMatch(limit -> limit.has(now))) {
        limits.forEach(Limit::setAside);
        underWay++;
        waiting.turn().complete(charges);
      } else {
        line.add(waiting);
      }
    }
  }
}
