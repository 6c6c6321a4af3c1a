package outcry.web;

import org.apache.pekko.stream.Attributes;
import org.apache.pekko.stream.FlowShape;
import org.apache.pekko.stream.Inlet;
import org.apache.pekko.stream.Outlet;
import org.apache.pekko.stream.stage.AbstractInOutHandler;
import org.apache.pekko.stream.stage.GraphStage;
import org.apache.pekko.stream.stage.GraphStageLogic;
import org.apache.pekko.util.ByteString;

/**
 * A request's body, for a reader that may refuse it half read. Pekko closes a connection 100 ms after a reader has cancelled its
 * body (`stream-cancellation-delay`), and an answer that is not out by then is lost. Here the body is only read no further, and
 * the connection ends after the answer, however late that is.
 */
final class PatientBody extends GraphStage<FlowShape<ByteString, ByteString>> {
  private final Inlet<ByteString> in = Inlet.create("body");
  private final Outlet<ByteString> out = Outlet.create("reader");

  @Override
  public FlowShape<ByteString, ByteString> shape() {
    return FlowShape.of(in, out);
  }

  @Override
  public GraphStageLogic createLogic(Attributes attributes) {
    return new Logic();
  }

  private final class Logic extends GraphStageLogic {
    Logic() {
      super(shape());
      setHandlers(
          in,
          out,
          new AbstractInOutHandler() {
            @Override
            public void onPush() {
              push(out, grab(in));
            }

            @Override
            public void onPull() {
              pull(in);
            }

            @Override
            public void onDownstreamFinish(Throwable cause) {
              // The stage ends with the body, which Pekko ends with the connection.
            }
          });
    }
  }
}
