package outcry.web;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.pekko.Done;
import org.apache.pekko.http.scaladsl.model.EntityStreamException;
import org.apache.pekko.stream.Materializer;
import org.apache.pekko.stream.StreamLimitReachedException;
import org.apache.pekko.stream.javadsl.Flow;
import org.apache.pekko.stream.javadsl.Framing;
import org.apache.pekko.stream.javadsl.FramingTruncation;
import org.apache.pekko.stream.javadsl.Keep;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.scaladsl.Framing.FramingException;
import org.apache.pekko.util.ByteString;
import outcry.room.Control;
import outcry.room.Control.Answer;
import outcry.room.Feed;
import play.libs.streams.Accumulator;
import play.mvc.EssentialAction;
import play.mvc.Http;
import play.mvc.Result;
import play.mvc.Results;

/** The control paths as Play's essential actions, which see a request's head before any of its body is read. */
final class ControlPaths {
  private static final ByteString NEWLINE = ByteString.fromString("\n");

  private final Control control;
  private final Materializer materializer;
  private final Executor threads;

  ControlPaths(Control control, Materializer materializer) {
    this.control = control;
    this.materializer = materializer;
    threads = materializer.system().dispatcher();
  }

  EssentialAction action() {
    return EssentialAction.of(
        request -> {
          Accumulator<ByteString, Answer> answer = answer(request);
          return (request.hasBody() ? patient(answer) : answer).map(ControlPaths::result, threads);
        });
  }

  private static Accumulator<ByteString, Answer> patient(Accumulator<ByteString, Answer> reader) {
    return Accumulator.fromSink(
        Flow.of(ByteString.class).via(new PatientBody()).toMat(reader.toSink(), Keep.right()));
  }

  private Accumulator<ByteString, Answer> answer(Http.RequestHeader request) {
    String authorization = request.header(Http.HeaderNames.AUTHORIZATION).orElse("");
    Answer refusal = control.refusal(request.method(), request.path(), authorization);
    if (refusal != null) return Accumulator.done(refusal);
    return switch (request.path()) {
      case Control.BEGIN -> begin();
      case Control.COUNTS -> Accumulator.done(control.counts());
      case Control.CLOCK -> Accumulator.done(control.clock());
      default -> feed(control.feed(request.queryString("to").orElse(null)));
    };
  }

  private Accumulator<ByteString, Answer> begin() {
    Sink<ByteString, CompletionStage<ByteString>> body =
        Flow.of(ByteString.class)
            .limitWeighted(Control.BEGIN_LIMIT, bytes -> (long) bytes.size())
            .toMat(Sink.fold(ByteString.emptyByteString(), ByteString::concat), Keep.right());
    return Accumulator.fromSink(body)
        .mapFuture(bytes -> control.begin(bytes.utf8String()), threads)
        .recover(
            failure -> {
              Throwable cause = cause(failure);
              if (cause instanceof StreamLimitReachedException || isCutShort(cause)) return control.beginTooLarge();
              throw new CompletionException(cause);
            },
            threads);
  }

  private Accumulator<ByteString, Answer> feed(Feed feed) {
    CompletionStage<Accumulator<ByteString, Answer>> begun =
        feed.begin()
            .handle((ready, failure) -> failure == null ? lines(feed) : Accumulator.done(feed.failed(failure)));
    return Accumulator.flatten(begun, materializer);
  }

  /** Takes one line after the other: the next one is asked for, and in the end read from the network, when there is room for it. */
  private Accumulator<ByteString, Answer> lines(Feed feed) {
    Sink<ByteString, CompletionStage<Done>> lines =
        Flow.of(ByteString.class)
            .via(Framing.delimiter(NEWLINE, Control.LINE_LIMIT, FramingTruncation.ALLOW))
            .mapAsync(1, line -> feed.line(line.utf8String()))
            .toMat(Sink.ignore(), Keep.right());
    return Accumulator.fromSink(lines)
        .map(done -> feed.end(), threads)
        .recover(
            failure -> {
              Throwable cause = cause(failure);
              return cause instanceof FramingException || isCutShort(cause) ? feed.tooLong() : feed.failed(cause);
            },
            threads);
  }

  /** True if a body was cut: by us, at a chunk that is too large; or by its sender, who then hears no answer. */
  private static boolean isCutShort(Throwable failure) {
    return failure instanceof EntityStreamException;
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  private static Result result(Answer answer) {
    return Results.status(answer.status(), answer.json())
        .as(Http.MimeTypes.JSON)
        .withHeader(Http.HeaderNames.CACHE_CONTROL, "no-store");
  }
}
