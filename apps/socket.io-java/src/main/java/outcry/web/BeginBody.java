package outcry.web;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import outcry.room.Control;

/** The body of a {@code begin}. */
final class BeginBody implements ControlBody {
  private final Control control;
  private final Reply reply;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private boolean isOver;

  BeginBody(Control control, Reply reply) {
    this.control = control;
    this.reply = reply;
  }

  @Override
  public void take(byte[] next, boolean isLast) {
    if (isOver) return;
    isOver = isLast;
    if (bytes.size() + next.length > Control.BEGIN_LIMIT) {
      isOver = true;
      reply.last(WebPaths.response(control.beginTooLarge()));
      return;
    }
    bytes.writeBytes(next);
    if (!isLast) return;
    control.begin(bytes.toString(StandardCharsets.UTF_8)).thenAccept(answer -> reply.send(WebPaths.response(answer)));
  }
}
