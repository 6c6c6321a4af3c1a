package outcry.web;

import com.corundumstudio.socketio.Configuration;
import com.corundumstudio.socketio.protocol.JsonSupport;
import com.corundumstudio.socketio.protocol.Packet;
import com.corundumstudio.socketio.protocol.PacketEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The framework's encoder, without a loss: where more packets wait than an answer to a poll may have, the framework takes one more from the
 * queue, sees that it is over the limit, and forgets it.
 */
final class WholePolls extends PacketEncoder {
  WholePolls(Configuration configuration, JsonSupport json) {
    super(configuration, json);
  }

  @Override
  public void encodePackets(Queue<Packet> packets, ByteBuf buffer, ByteBufAllocator allocator, int limit)
      throws IOException {
    Queue<Packet> taken = new ArrayDeque<>(limit);
    while (taken.size() < limit) {
      Packet packet = packets.poll();
      if (packet == null) break;
      taken.add(packet);
    }
    super.encodePackets(taken, buffer, allocator, limit);
  }
}
