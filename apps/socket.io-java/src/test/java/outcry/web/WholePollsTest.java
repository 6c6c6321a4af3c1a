package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.corundumstudio.socketio.Configuration;
import com.corundumstudio.socketio.protocol.EngineIOVersion;
import com.corundumstudio.socketio.protocol.JacksonJsonSupport;
import com.corundumstudio.socketio.protocol.Packet;
import com.corundumstudio.socketio.protocol.PacketType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Answers to polls")
class WholePollsTest {
  @Test
  void loseNoPacketHoweverManyWait() throws IOException {
    WholePolls polls = new WholePolls(new Configuration(), new JacksonJsonSupport());
    Queue<Packet> waiting = new ArrayDeque<>();
    List<String> expected = new ArrayList<>();
    for (int n = 0; n < 120; n++) {
      Packet packet = new Packet(PacketType.MESSAGE, EngineIOVersion.V4);
      packet.setSubType(PacketType.EVENT);
      packet.setName("e");
      packet.setData(List.of(n));
      waiting.add(packet);
      expected.add("42[\"e\"," + n + "]");
    }
    List<String> got = new ArrayList<>();
    for (int answer = 0; answer < 3; answer++) {
      ByteBuf body = Unpooled.buffer();
      polls.encodePackets(waiting, body, UnpooledByteBufAllocator.DEFAULT, 50);
      got.addAll(List.of(body.toString(StandardCharsets.UTF_8).split("\u001e")));
    }
    assertEquals(expected, got);
  }
}
