package outcry.web;

import org.apache.pekko.util.ByteString;
import outcry.Envelope;
import outcry.Json;
import play.libs.EventSource;

/** An envelope on its way out, in the form that each transport wants: made once, however many clients it goes to. */
final class Outgoing {
  private record Session(String session) {}

  private record End(String end) {}

  private final String text;
  private final String reason;
  private final Lazy<ByteString> bytes;
  private final Lazy<ByteString> serverSentEvent;
  private final Lazy<ByteString> script;

  private Outgoing(String text, String reason) {
    this.text = text;
    this.reason = reason;
    bytes = new Lazy<>(() -> ByteString.fromString(text));
    serverSentEvent = new Lazy<>(() -> ByteString.fromString(EventSource.Event.event(text).formatted()));
    script = new Lazy<>(() -> ByteString.fromString(text.replace("<", "\\u003c")));
  }

  /** @param data JSON */
  static Outgoing event(String event, String data) {
    return new Outgoing(Envelope.event(event, data), null);
  }

  /** @param reply JSON */
  static Outgoing reply(long request, String reply) {
    return new Outgoing(Envelope.reply(request, reply), null);
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

  String text() {
    return text;
  }

  /** Its size while it waits, UTF-16 units. */
  int weight() {
    return text.length();
  }

  /** The text in UTF-8. */
  ByteString bytes() {
    return bytes.get();
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
