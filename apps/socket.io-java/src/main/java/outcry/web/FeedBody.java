package outcry.web;

import io.netty.channel.Channel;
import java.util.concurrent.CompletableFuture;
import outcry.room.Control.Answer;
import outcry.room.Feed;
import outcry.room.FeedLines;

/** The body of a feed, which is read from the network only as fast as its lines go out. */
final class FeedBody implements ControlBody {
  private final Channel channel;
  private final Reply reply;
  private final FeedLines lines;

  /** Completed when all that has come has been dealt with: with null, or with the answer when the feed has ended. */
  private CompletableFuture<Answer> taken;

  FeedBody(Feed feed, Channel channel, Reply reply) {
    this.channel = channel;
    this.reply = reply;
    lines = new FeedLines(feed);
    taken = lines.begin().toCompletableFuture();
    taken.thenAccept(this::refuse);
  }

  @Override
  public void take(byte[] bytes, boolean isLast) {
    taken =
        taken.thenCompose(
            ended -> {
              if (ended != null) return CompletableFuture.completedFuture(ended);
              return lines.take(bytes).toCompletableFuture().thenApply(this::refuse);
            });
    if (isLast) {
      taken = taken.thenCompose(ended -> ended != null ? CompletableFuture.completedFuture(ended) : lines.end().thenApply(this::answer));
    }
    CompletableFuture<Answer> now = taken;
    if (now.isDone()) return;
    channel.config().setAutoRead(false);
    now.whenComplete((ended, failure) -> channel.config().setAutoRead(true));
  }

  private Answer refuse(Answer refusal) {
    if (refusal != null) reply.last(WebPaths.response(refusal));
    return refusal;
  }

  private Answer answer(Answer answer) {
    if (answer.status() == 200) reply.send(WebPaths.response(answer));
    else reply.last(WebPaths.response(answer));
    return answer;
  }
}
