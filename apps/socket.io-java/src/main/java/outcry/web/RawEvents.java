package outcry.web;

import com.corundumstudio.socketio.protocol.Event;
import com.corundumstudio.socketio.protocol.JacksonJsonSupport;
import io.netty.buffer.ByteBufInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The framework's JSON, but for the events of clients. The framework drops an event that no listener waits for without a word, and so would
 * leave a request without a reply. Here all of them come to the listener of {@link #ALL}, as an {@link Incoming}.
 */
final class RawEvents extends JacksonJsonSupport {
  /** The name under which all events reach their listener. */
  static final String ALL = "all";

  private final LongSupplier clock;

  RawEvents(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public <T> T readValue(String namespace, ByteBufInputStream in, Class<T> type) throws IOException {
    if (type != Event.class) return super.readValue(namespace, in, type);
    long received = clock.getAsLong();
    String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    return type.cast(new Event(ALL, List.of(Incoming.read(text, received))));
  }
}
