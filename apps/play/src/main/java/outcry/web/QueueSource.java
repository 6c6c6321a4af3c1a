package outcry.web;

import java.util.concurrent.CancellationException;
import org.apache.pekko.stream.Attributes;
import org.apache.pekko.stream.Outlet;
import org.apache.pekko.stream.SourceShape;
import org.apache.pekko.stream.stage.AbstractOutHandler;
import org.apache.pekko.stream.stage.AsyncCallback;
import org.apache.pekko.stream.stage.GraphStage;
import org.apache.pekko.stream.stage.GraphStageLogic;

/**
 * A stream of what a connection's queue holds. Pekko's own `Source.queue` exists only once the stream runs; here the queue is
 * there before, so that a client is known to the room, and what is said is kept for it, from before it is told that it is
 * connected. It also counts characters, not elements.
 */
final class QueueSource extends GraphStage<SourceShape<Outgoing>> {
  private final StreamConnection connection;
  private final Outlet<Outgoing> out = Outlet.create("client");

  QueueSource(StreamConnection connection) {
    this.connection = connection;
  }

  @Override
  public SourceShape<Outgoing> shape() {
    return SourceShape.of(out);
  }

  @Override
  public GraphStageLogic createLogic(Attributes attributes) {
    return new Logic();
  }

  private final class Logic extends GraphStageLogic {
    private final ClientQueue queue = connection.queue();
    private final AsyncCallback<Integer> woken = createAsyncCallback(nothing -> push());
    private final AsyncCallback<Integer> cut = createAsyncCallback(nothing -> failStage(new CancellationException("cut")));
    private final Runnable wakeUp = () -> woken.invoke(0);

    Logic() {
      super(shape());
      setHandler(
          out,
          new AbstractOutHandler() {
            @Override
            public void onPull() {
              push();
            }
          });
    }

    @Override
    public void preStart() {
      connection.started(() -> cut.invoke(0));
    }

    /** However the stream has ended: by us, by the client, by the network. */
    @Override
    public void postStop() {
      connection.stopped();
    }

    private void push() {
      if (!isAvailable(out)) return;
      Outgoing next = queue.poll();
      if (next == null) {
        queue.awaken(wakeUp);
        return;
      }
      push(out, next);
      if (next.isEnd()) completeStage();
    }
  }
}
