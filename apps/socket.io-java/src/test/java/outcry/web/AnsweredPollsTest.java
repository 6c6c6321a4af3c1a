package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.corundumstudio.socketio.SocketIOChannelInitializer;
import com.corundumstudio.socketio.handler.EncoderHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The end of a poll's connection")
class AnsweredPollsTest {
  private final List<String> told = new ArrayList<>();
  private final EmbeddedChannel channel = new EmbeddedChannel(new AnsweredPolls());

  AnsweredPollsTest() {
    channel.pipeline().addLast(SocketIOChannelInitializer.XHR_POLLING_TRANSPORT, new Told("polling"));
    channel.pipeline().addLast(new Told("others"));
  }

  private final class Told extends ChannelInboundHandlerAdapter {
    private final String name;

    private Told(String name) {
      this.name = name;
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      told.add(name);
      context.fireChannelInactive();
    }
  }

  @Test
  void isKeptFromTheFrameworksPollingAfterTheAnswer() {
    channel.attr(EncoderHandler.WRITE_ONCE).set(true);
    channel.close();
    assertEquals(List.of("others"), told);
  }

  @Test
  void isToldToItBeforeTheAnswer() {
    channel.close();
    assertEquals(List.of("polling", "others"), told);
  }
}
