package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A line that clients can cause")
class CountingAppenderTest {
  private final List<Runnable> minutes = new ArrayList<>();
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private Logger log;

  @BeforeEach
  void start() {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%level %logger %message%n");
    encoder.start();
    CountingAppender appender = new CountingAppender((delay, task) -> minutes.add(task));
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    appender.setOutputStream(written);
    log = context.getLogger("stage");
    log.addAppender(appender);
  }

  private List<String> lines() {
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** The minute that was begun last is over. */
  private void minuteIsOver() {
    minutes.get(minutes.size() - 1).run();
  }

  @Test
  void isWrittenOnceAndCountedAfterAMinute() {
    for (int i = 0; i < 20_000; i += 1) log.error("a frame of kind {}", 3);
    assertEquals(List.of("ERROR stage a frame of kind 3"), lines());
    minuteIsOver();
    assertEquals(List.of("ERROR stage a frame of kind 3", "ERROR stage and 19999 more like these within a minute"), lines());
  }

  @Test
  void isNotCountedWhereThereWasNoOther() {
    log.error("once");
    minuteIsOver();
    assertEquals(List.of("ERROR stage once"), lines());
  }

  @Test
  void isWrittenAgainInTheNextMinute() {
    log.error("once");
    minuteIsOver();
    log.error("once");
    assertEquals(List.of("ERROR stage once", "ERROR stage once"), lines());
    assertEquals(2, minutes.size());
  }

  @Test
  void isOneOfAFewThoughEachIsAnother() {
    for (int i = 0; i < 100; i += 1) log.error("a frame of kind {}", i);
    assertEquals(CountingAppender.MOST_LINES, lines().size());
    minuteIsOver();
    assertEquals("ERROR stage and 95 more like these within a minute", lines().get(CountingAppender.MOST_LINES));
  }
}
