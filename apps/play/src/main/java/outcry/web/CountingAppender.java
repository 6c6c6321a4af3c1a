package outcry.web;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Appends what clients can cause as often as they like: in a minute each different line once, a few at most, and at its end how many more
 * there were. {@code logback.xml} makes it, so it is public.
 */
public final class CountingAppender extends ConsoleAppender<ILoggingEvent> {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Most different lines in a minute: a line may repeat what a client sends, and is then another each time. */
  static final int MOST_LINES = 5;

  /** A timer of tasks that run later. */
  @FunctionalInterface
  interface Timer {
    void after(Duration delay, Runnable task);
  }

  private final Timer timer;

  // Guarded by this.
  private final Set<String> said = new HashSet<>();
  private ILoggingEvent last;
  private long more;

  public CountingAppender() {
    timer =
        (delay, task) ->
            getContext().getScheduledExecutorService().schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  CountingAppender(Timer timer) {
    this.timer = timer;
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (isToBeSaid(event)) super.append(event);
  }

  private synchronized boolean isToBeSaid(ILoggingEvent event) {
    if (said.isEmpty()) timer.after(MINUTE, this::sayHowMany);
    if (said.size() < MOST_LINES && said.add(event.getFormattedMessage())) return true;
    last = event;
    more += 1;
    return false;
  }

  private void sayHowMany() {
    ILoggingEvent counted;
    synchronized (this) {
      counted = more == 0 ? null : counted();
      said.clear();
      last = null;
      more = 0;
    }
    if (counted != null) super.append(counted);
  }

  private LoggingEvent counted() {
    LoggerContext log = (LoggerContext) getContext();
    String message = "and " + more + " more like these within a minute";
    return new LoggingEvent(
        CountingAppender.class.getName(), log.getLogger(last.getLoggerName()), last.getLevel(), message, null, null);
  }
}
