package outcry.room;

import java.util.Collection;
import java.util.concurrent.CompletionStage;
import outcry.Content;

/**
 * The room's ways to connections. Nothing here may wait: what cannot go out at once is kept for its connection.
 *
 * @param <C> a connection; an equal one is the same
 */
public interface Outputs<C> {
  /** Says an event to each of {@code to}, encoded once for all of them. */
  void say(Collection<C> to, String event, Content data);

  /** Completed when each of {@code to} has got most of what was said to it, or is not waited for: a feed goes on then. */
  CompletionStage<Void> caughtUp(Collection<C> to);
}
