package outcry.auction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("By what log-ins are counted, and whose turn it is")
class AttemptsTest {
  @Test
  void addressesAreOneWhereOneCustomerHasThemInWhateverWayTheyAreWritten() {
    Set<String> all = new HashSet<>();
    List<JsonNode> groups = SchemaVectors.read("addresses.json");
    for (JsonNode same : groups) {
      Set<String> counted = new HashSet<>();
      same.forEach(address -> counted.add(Addresses.countedAs(address.asText())));
      assertEquals(1, counted.size(), same.toString());
      all.addAll(counted);
    }
    assertEquals(groups.size(), all.size());
  }

  /** Whose password is being hashed; the work is done when the test says so. */
  private final List<Runnable> held = new ArrayList<>();

  private final List<String> made = new ArrayList<>();
  private final Attempts attempts = new Attempts(() -> 1_000_000, held::add, Runnable::run);

  private CompletableFuture<String> attempt(Visitor visitor, String what) {
    return attempts.logIn(
        visitor,
        "ada",
        () -> {
          made.add(what);
          return what;
        });
  }

  private static Visitor visitor(String address) {
    return new Visitor(address, 1_000_000);
  }

  private void makeWhatIsHeld() {
    List<Runnable> now = List.copyOf(held);
    held.clear();
    now.forEach(Runnable::run);
  }

  @Test
  void whoComesFromAnotherAddressDoesNotStandBehindACrowd() {
    for (int n = 0; n < 50; n++) attempt(visitor("192.0.2.1"), "of the crowd");
    CompletableFuture<String> other = attempt(visitor("192.0.2.2"), "of another");
    makeWhatIsHeld();
    assertEquals("of another", other.join());
    assertEquals(List.of("of the crowd", "of the crowd", "of the crowd", "of another"), made);
  }

  @Test
  void theAttemptsOfAConnectionThatHasEndedAreNotMade() {
    for (String what : List.of("first", "second", "third")) attempt(visitor("192.0.2.1"), what);
    Visitor gone = visitor("192.0.2.1");
    CompletableFuture<String> left = attempt(gone, "gone");
    CompletableFuture<String> last = attempt(visitor("192.0.2.1"), "last");
    attempts.leave(gone);
    assertEquals("failed", refusalOf(left).code());
    makeWhatIsHeld();
    makeWhatIsHeld();
    assertEquals("last", last.join());
    assertEquals(List.of("first", "second", "third", "last"), made);
  }

  @Test
  void aFaultOfOursAndAFullQueueAreNotCounted() {
    Visitor visitor = visitor("192.0.2.1");
    Executor full = new BoundedExecutor(held::add, 0);
    Attempts busy = new Attempts(() -> 1_000_000, full, Runnable::run);
    for (int n = 0; n < 100; n++) {
      assertEquals("too-many", refusalOf(busy.logIn(visitor, "ada", () -> "made")).code());
    }
    for (int n = 0; n < 100; n++) {
      CompletableFuture<String> failing =
          attempts.logIn(
              visitor,
              "ada",
              () -> {
                throw new IllegalStateException();
              });
      makeWhatIsHeld();
      assertThrows(CompletionException.class, failing::join);
    }
    CompletableFuture<String> good = attempt(visitor, "made");
    makeWhatIsHeld();
    assertEquals("made", good.join());
  }

  private static Refusal refusalOf(CompletableFuture<?> refused) {
    return (Refusal) assertThrows(CompletionException.class, refused::join).getCause();
  }
}
