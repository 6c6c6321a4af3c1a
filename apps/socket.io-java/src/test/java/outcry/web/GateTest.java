package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.corundumstudio.socketio.Configuration;
import com.corundumstudio.socketio.HandshakeData;
import com.corundumstudio.socketio.Transport;
import com.corundumstudio.socketio.handler.ClientHead;
import com.corundumstudio.socketio.handler.ClientsBox;
import com.corundumstudio.socketio.messages.PacketsMessage;
import com.corundumstudio.socketio.scheduler.HashedWheelTimeoutScheduler;
import com.corundumstudio.socketio.store.MemoryStoreFactory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The gate")
class GateTest {
  private final List<String> steps = new ArrayList<>();
  private final EmbeddedChannel channel = new EmbeddedChannel(new Gate(head -> steps.add("begin")));
  private final ClientHead client =
      new ClientHead(
          UUID.randomUUID(), null, null, new MemoryStoreFactory(), new HandshakeData(), new ClientsBox(), Transport.POLLING,
          new HashedWheelTimeoutScheduler(), new Configuration(), Map.of("EIO", List.of("4")));

  private List<String> read(String text) {
    ByteBuf content = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    channel.writeInbound(new PacketsMessage(client, content, Transport.POLLING));
    List<String> packets = new ArrayList<>();
    for (Object each = channel.readInbound(); each != null; each = channel.readInbound()) {
      packets.add(((PacketsMessage) each).getContent().toString(StandardCharsets.UTF_8));
    }
    return packets;
  }

  @Test
  void hasPacketsReadOneByOne() {
    assertEquals(List.of("40", "42[\"echo\",\"\u00f8\"]", "3"), read("40\u001e42[\"echo\",\"\u00f8\"]\u001e3"));
    assertEquals(List.of("2probe"), read("2probe"));
  }

  @Test
  void tellsOfAClientWhenItsOwnPacketHasBeenRead() {
    channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        steps.add(((PacketsMessage) message).getContent().toString(StandardCharsets.UTF_8));
        assertEquals(steps.size() == 1, Thread.holdsLock(client));
      }
    });
    read("40\u001e42[\"echo\",1]\u001e40/elsewhere,");
    assertEquals(List.of("40", "begin", "42[\"echo\",1]", "40/elsewhere,"), steps);
  }

  @Test
  void answersAPing() {
    channel.writeInbound(new PingWebSocketFrame(Unpooled.copiedBuffer("still there", StandardCharsets.UTF_8)));
    PongWebSocketFrame pong = channel.readOutbound();
    assertEquals("still there", pong.content().toString(StandardCharsets.UTF_8));
  }

  @Test
  void keepsAClientWhoseRequestIsCutOffAfterItsPacketsHaveBeenRead() {
    channel.pipeline().addLast(new Answers());
    read("40");
    channel.pipeline().fireExceptionCaught(new SocketException("Connection reset"));
    assertEquals(false, channel.isOpen());
    assertEquals(true, client.isConnected());
  }

  @Test
  void endsAClientWhosePacketsCannotBeRead() {
    channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) throws IOException {
        throw new IOException("no JSON");
      }
    }, new Answers());
    read("42[\"echo\",1");
    assertEquals(false, client.isConnected());
  }

  @Test
  void endsAClientThatSendsNoPacketAndHasNothingOfItRead() {
    assertEquals(List.of(), read("40\u001ehello"));
    assertEquals(false, channel.isOpen());
    assertEquals(false, client.isConnected());
  }
}
