package outcry.web;

import com.corundumstudio.socketio.Transport;
import com.corundumstudio.socketio.handler.ClientHead;
import com.corundumstudio.socketio.messages.PacketsMessage;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.util.AttributeKey;
import java.util.function.Consumer;

/** Sees packets before the framework reads them, and ends clients that send what would cost the others. */
@Sharable
final class Gate extends ChannelInboundHandlerAdapter {
  /** Key of a client's WebSocket in what the framework keeps for it. */
  static final String CHANNEL = "channel";

  /**
   * The client that a channel's packets come from. Over polls only while they are read: a request's connection that breaks afterwards ends
   * nothing.
   */
  private static final AttributeKey<ClientHead> SENDER = AttributeKey.valueOf("outcry.sender");

  private final Consumer<ClientHead> begin;

  /** @param begin is told of a client whose own packet, which connects it, the framework has answered */
  Gate(Consumer<ClientHead> begin) {
    this.begin = begin;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof PingWebSocketFrame ping) {
      // RFC 6455, 5.5.2, demands an answer, which the framework does not give.
      context.writeAndFlush(new PongWebSocketFrame(ping.content()));
      return;
    }
    if (!(message instanceof PacketsMessage packets)) {
      context.fireChannelRead(message);
      return;
    }
    ClientHead client = packets.getClient();
    Channel channel = context.channel();
    if (channel.attr(SENDER).getAndSet(client) == null && packets.getTransport() == Transport.WEBSOCKET) {
      client.getStore().set(CHANNEL, channel);
    }
    try {
      if (PacketCheck.passes(packets.getContent())) read(context, packets);
      else end(channel);
    } finally {
      if (packets.getTransport() == Transport.POLLING) channel.attr(SENDER).set(null);
    }
  }

  /** Has the framework read one packet after the other. Given several, it copies all but the last into buffers that it never releases. */
  private void read(ChannelHandlerContext context, PacketsMessage packets) {
    ClientHead client = packets.getClient();
    ByteBuf content = packets.getContent();
    int end = content.writerIndex();
    for (int start = content.readerIndex(); start < end && client.isConnected(); ) {
      int packetEnd = PacketCheck.end(content, start);
      ByteBuf packet = content.slice(start, packetEnd - start);
      PacketsMessage one = new PacketsMessage(client, packet, packets.getTransport());
      if (PacketCheck.connects(packet)) {
        // Until it has begun nothing that it sends, by another thread, is taken.
        synchronized (client) {
          context.fireChannelRead(one);
          begin.accept(client);
        }
      } else {
        context.fireChannelRead(one);
      }
      // A packet with binary parts, which no verb has: the framework would keep as many of them as are announced.
      if (client.getLastBinaryPacket() != null) end(context.channel());
      start = packetEnd + 1;
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    ClientHead client = context.channel().attr(SENDER).get();
    if (client != null) wentOut(client);
    context.fireChannelWritabilityChanged();
  }

  static void wentOut(ClientHead client) {
    Connection connection = client.getStore().get(Sockets.CONNECTION);
    if (connection != null) connection.wentOut();
  }

  /** Ends the client that has sent something by {@code channel}. */
  static void end(Channel channel) {
    ClientHead client = channel.attr(SENDER).get();
    if (client != null) client.disconnect();
    channel.close();
  }
}
