package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A quiet stream")
class HeartbeatTest {
  private static final Duration SOON = Duration.ofMillis(1);

  private final ActorSystem system = ActorSystem.create("test", TestSettings.dispatchers());

  @AfterEach
  void stop() {
    system.terminate();
  }

  private List<String> heard(Source<String, ?> source) throws Exception {
    return source.runWith(Sink.seq(), system).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void hasABeatOverAndOver() throws Exception {
    assertEquals(List.of("beat", "beat", "beat"), heard(Heartbeat.along(Source.<String>maybe(), "beat", SOON).take(3)));
  }

  @Test
  void endsWhenItEndsWithTheLastThatItSaid() throws Exception {
    List<String> all = heard(Heartbeat.along(Source.from(List.of("one", "two", "end")), "beat", SOON));
    assertEquals("end", all.get(all.size() - 1));
    assertTrue(all.containsAll(List.of("one", "two")));
  }

  @Test
  void isLeftAloneForAWhile() throws Exception {
    assertEquals(List.of("one", "two"), heard(Heartbeat.along(Source.from(List.of("one", "two")), "beat")));
  }
}
