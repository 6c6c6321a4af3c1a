package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Turns of a client's polls")
@Timeout(60)
class PollTurnsTest {
  private final List<String> steps = new CopyOnWriteArrayList<>();
  private final PollTurns turns = new PollTurns();
  private final CountDownLatch ends = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);

  /** What is behind the turns: the end of a poll's connection takes until it is let go on. */
  private final class Framework extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      steps.add("begins");
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws InterruptedException {
      steps.add("ends");
      ends.countDown();
      mayEnd.await();
      steps.add("has ended");
    }
  }

  private static DefaultFullHttpRequest request(HttpMethod method, String session) {
    return new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, method, "/socket.io/?EIO=4&sid=" + session);
  }

  private EmbeddedChannel channel() {
    return new EmbeddedChannel(turns, new Framework());
  }

  /** Starts the end of a poll of {@code session}, and returns when the framework is at it. */
  private Thread endOfPoll(String session) throws InterruptedException {
    EmbeddedChannel polled = channel();
    polled.writeInbound(request(HttpMethod.GET, session));
    Thread thread = new Thread(polled::close);
    thread.start();
    ends.await();
    return thread;
  }

  @Test
  void theNextPollBeginsWhenTheLastOneHasEnded() throws InterruptedException {
    Thread end = endOfPoll("a");
    Thread next = new Thread(() -> channel().writeInbound(request(HttpMethod.GET, "a")));
    next.start();
    while (next.getState() != Thread.State.BLOCKED && next.isAlive()) Thread.onSpinWait();
    mayEnd.countDown();
    end.join();
    next.join();
    assertEquals(List.of("begins", "ends", "has ended", "begins"), steps);
  }

  @Test
  void waitForNoOtherClientAndForNothingThatIsSent() throws InterruptedException {
    Thread end = endOfPoll("a");
    channel().writeInbound(request(HttpMethod.GET, "b"));
    channel().writeInbound(request(HttpMethod.POST, "a"));
    mayEnd.countDown();
    end.join();
    assertEquals(List.of("begins", "ends", "begins", "begins", "has ended"), steps);
  }
}
