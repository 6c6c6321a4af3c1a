package outcry.web;

import java.util.function.Supplier;
import org.apache.pekko.util.ByteString;
import outcry.Content;
import outcry.Frame;
import outcry.Json;
import play.libs.EventSource;

/** An envelope on its way out, in the form that each transport wants: made once, however many clients it goes to. */
final class Outgoing {
  private record Session(String session) {}

  private record End(String end) {}

  private final String text;
  private final String reason;
  private final Lazy<ByteString> line;
  private final Lazy<ByteString> serverSentEvent;
  private final Lazy<ByteString> script;

  private Outgoing(Frame frame) {
    this(frame.text(), frame::line, frame::toJson, null);
  }

  private Outgoing(String json, String reason) {
    this(json, () -> json, () -> json, reason);
  }

  private Outgoing(String text, Supplier<String> line, Supplier<String> json, String reason) {
    this.text = text;
    this.reason = reason;
    this.line = new Lazy<>(() -> ByteString.fromString(line.get() + "\n"));
    serverSentEvent = new Lazy<>(() -> ByteString.fromString(EventSource.Event.event(line.get()).formatted()));
    script = new Lazy<>(() -> ByteString.fromString(json.get().replace("<", "\\u003c")));
  }

  static Outgoing event(String event, Content data) {
    return new Outgoing(Frame.event(event, data));
  }

  static Outgoing reply(long request, Content reply) {
    return new Outgoing(Frame.reply(request, reply));
  }

  /** The first thing on a stream over plain HTTP: the name under which the client sends. */
  static Outgoing session(String name) {
    return new Outgoing(Json.write(new Session(name)), null);
  }

  /** The last thing on a stream over plain HTTP. */
  static Outgoing end(String reason) {
    return new Outgoing(Json.write(new End(reason)), reason);
  }

  boolean isEnd() {
    return reason != null;
  }

  /** The reason why the connection ends; null where this is not its end. */
  String reason() {
    return reason;
  }

  /** The frame. */
  String text() {
    return text;
  }

  /** Its size while it waits, UTF-16 units. */
  int weight() {
    return text.length();
  }

  /** The frame as a line, with its end. */
  ByteString line() {
    return line.get();
  }

  /** An event of `text/event-stream`. */
  ByteString serverSentEvent() {
    return serverSentEvent.get();
  }

  /** JSON that may stand in an HTML script: there is no `<` in it, and so no end of the script. */
  ByteString script() {
    return script.get();
  }
}
