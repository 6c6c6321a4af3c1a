package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Content;

@DisplayName("The queue of one client")
class ClientQueueTest {
  private static final Outgoing MEBIBYTE = Outgoing.event("x", new Content("1".repeat(1_048_576)));
  private final ClientQueue queue = new ClientQueue();

  @Test
  void isBoundedAndLosesNothingUntilItIsFull() {
    int taken = 0;
    while (queue.offer(MEBIBYTE)) taken++;
    assertEquals(16, taken);
    for (int n = 0; n < taken; n++) assertEquals(MEBIBYTE, queue.poll());
    assertNull(queue.poll());
    assertTrue(queue.offer(MEBIBYTE), "what was taken out has made room");
  }

  @Test
  void givesOutTheEndAfterAllElseAndOnce() {
    Outgoing event = Outgoing.event("a", new Content("1"));
    queue.offer(event);
    queue.end(Outgoing.end("enough"));
    queue.end(Outgoing.end("too late"));
    queue.offer(Outgoing.event("b", new Content("2")));
    assertEquals(event, queue.poll());
    assertEquals("enough", queue.poll().reason());
    assertNull(queue.poll());
  }

  @Test
  void wakesWhoSleepsWhateverComesFirst() throws Exception {
    int rounds = 20_000;
    Semaphore awake = new Semaphore(0);
    AtomicInteger taken = new AtomicInteger();
    Thread sender =
        new Thread(
            () -> {
              for (int n = 0; n < rounds; n++) assertTrue(queue.offer(Outgoing.event("n", new Content("" + n))));
            });
    sender.start();
    while (taken.get() < rounds) {
      if (queue.poll() != null) taken.incrementAndGet();
      else {
        queue.awaken(awake::release);
        assertTrue(awake.tryAcquire(60, TimeUnit.SECONDS), "woken after " + taken);
      }
    }
    sender.join();
    assertNull(queue.poll());
  }

  @Test
  void formsAreMadeOnce() {
    Outgoing outgoing = Outgoing.event("a", new Content("{\"hops\":[1,2]}", "\"</script>"));
    assertTrue(outgoing.script() == outgoing.script());
    assertEquals("{\"e\":\"a\",\"d\":{\"hops\":[1,2],\"body\":\"\\\"\\u003c/script>\"}}", outgoing.script().utf8String());
    assertEquals("data: T{\"e\":\"a\",\"d\":{\"hops\":[1,2]}}\t\"</script>\n\n", outgoing.serverSentEvent().utf8String());
  }
}
