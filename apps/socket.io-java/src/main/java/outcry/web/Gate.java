package outcry.web;

import com.corundumstudio.socketio.Transport;
import com.corundumstudio.socketio.handler.ClientHead;
import com.corundumstudio.socketio.messages.PacketsMessage;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;

/** Sees packets before the framework reads them, and ends clients that send what would cost the others. */
@Sharable
final class Gate extends ChannelInboundHandlerAdapter {
  /** Key of a client's WebSocket in what the framework keeps for it. */
  static final String CHANNEL = "channel";

  /** The client that a channel's packets come from. */
  private static final AttributeKey<ClientHead> SENDER = AttributeKey.valueOf("outcry.sender");

  /** The client whose packets a thread is reading. */
  private static final ThreadLocal<ClientHead> READER = new ThreadLocal<>();

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof PacketsMessage packets)) {
      context.fireChannelRead(message);
      return;
    }
    ClientHead client = packets.getClient();
    Channel channel = context.channel();
    if (channel.attr(SENDER).getAndSet(client) == null && packets.getTransport() == Transport.WEBSOCKET) {
      client.getStore().set(CHANNEL, channel);
    }
    if (!PacketCheck.passes(packets.getContent())) {
      end(channel);
      return;
    }
    READER.set(client);
    try {
      read(context, packets);
    } finally {
      READER.remove();
    }
  }

  /** Has the framework read one packet after the other. Given several, it copies all but the last into buffers that it never releases. */
  private static void read(ChannelHandlerContext context, PacketsMessage packets) {
    ClientHead client = packets.getClient();
    ByteBuf content = packets.getContent();
    int end = content.writerIndex();
    for (int start = content.readerIndex(); start < end && client.isConnected(); ) {
      int packetEnd = PacketCheck.end(content, start);
      ByteBuf packet = content.slice(start, packetEnd - start);
      context.fireChannelRead(new PacketsMessage(client, packet, packets.getTransport()));
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

  /** True if this thread is reading what {@code client} has sent. */
  static boolean reads(ClientHead client) {
    return READER.get() == client;
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
