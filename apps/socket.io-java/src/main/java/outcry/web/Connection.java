package outcry.web;

import com.corundumstudio.socketio.SocketIOClient;
import com.corundumstudio.socketio.Transport;
import com.corundumstudio.socketio.handler.ClientHead;
import com.corundumstudio.socketio.protocol.Packet;
import com.fasterxml.jackson.databind.util.RawValue;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import outcry.server.Pace;

/** A client's connection. Compared by identity. The framework keeps without limit what a client does not take; this knows how much that is. */
final class Connection {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /** A client may fall this far behind, bytes; then its connection is ended, and nothing is dropped. */
  private static final long LIMIT = 16 * 1_048_576;

  private final SocketIOClient client;
  private final ClientHead head;

  /** The WebSocket; null over polls, where each is a connection of its own. */
  private final Channel channel;

  /** What waits for a poll, UTF-16 units. */
  private final AtomicLong polled = new AtomicLong();

  private final Pace pace = new Pace(this::waiting);
  private volatile boolean isOver;

  Connection(SocketIOClient client, ClientHead head, Channel channel) {
    this.client = client;
    this.head = head;
    this.channel = channel;
  }

  SocketIOClient client() {
    return client;
  }

  /** True if it can take {@code units} more; if not, it is ended. Called before they are given to the framework. */
  boolean takes(int units) {
    if (isOver) return false;
    if (waiting() <= LIMIT) {
      if (channel == null) polled.addAndGet(units);
      return true;
    }
    LOG.warn("a client at {} fell more than {} bytes behind: its connection is ended", client.getRemoteAddress(), LIMIT);
    end();
    cut();
    return false;
  }

  /** Completed when a feed may go on; null when it need not wait for this connection. See {@link Pace}. */
  CompletableFuture<Void> caughtUp() {
    return pace.caughtUp();
  }

  /** Notes that something has gone out. */
  void wentOut() {
    if (channel == null) {
      polled.set(head.getPacketsQueue(Transport.POLLING).stream().mapToLong(Connection::weight).sum());
    }
    pace.wentOut();
  }

  /** Notes that the connection has ended. */
  void ended() {
    isOver = true;
    pace.wentOut();
  }

  boolean isOver() {
    return isOver;
  }

  /** Ends the connection; the client is told by the framework. */
  void end() {
    head.disconnect();
  }

  /** Ends a WebSocket as a broken network would: the client may come back. */
  void cut() {
    if (channel != null) channel.close();
  }

  private long waiting() {
    if (isOver) return 0;
    if (channel == null) return polled.get();
    ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
    return buffer == null ? 0 : buffer.totalPendingWriteBytes();
  }

  private static long weight(Packet packet) {
    Object arguments = packet.getData();
    if (!(arguments instanceof List<?> list) || list.isEmpty() || !(list.get(0) instanceof RawValue raw)) return 0;
    return ((String) raw.rawValue()).length();
  }
}
