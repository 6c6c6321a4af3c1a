package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Looks whether clients are there")
class LooksTest {
  /** The tasks of an executor with one thread, in its order. */
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  private int count;
  private boolean isRead;
  private final Looks looks = new Looks(tasks::add, () -> count++);

  private void arrive(int turns) {
    if (turns == 0) isRead = true;
    else tasks.add(() -> arrive(turns - 1));
  }

  @Test
  void areMadeEachTimeThatTheyAreAskedFor() {
    for (int asked = 1; asked <= 3; asked++) {
      looks.run();
      while (!tasks.isEmpty()) tasks.remove().run();
      assertEquals(asked, count);
    }
  }

  @Test
  void areNotTenBeforeAPollThatHasArrivedIsReadOnAnExecutorThatIsFarBehind() {
    arrive(20);
    while (!isRead) {
      // Each task takes as long as it takes until the next look is asked for.
      looks.run();
      tasks.remove().run();
    }
    assertTrue(count < 10, count + " looks");
  }
}
