package outcry.web;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.apache.pekko.http.scaladsl.model.EntityStreamException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import play.http.HttpErrorHandler;
import play.mvc.Http;
import play.mvc.Result;
import play.mvc.Results;

/** Answers in a line of text, and says nothing of what is inside. */
final class ErrorHandler implements HttpErrorHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorHandler.class);

  private final Consumer<String> tooLarge;

  /** @param tooLarge called with the name of a session whose body was over the limit */
  ErrorHandler(Consumer<String> tooLarge) {
    this.tooLarge = tooLarge;
  }

  @Override
  public CompletionStage<Result> onClientError(Http.RequestHeader request, int status, String message) {
    if (status == Http.Status.REQUEST_ENTITY_TOO_LARGE && request.path().startsWith(Routes.SESSIONS)) {
      tooLarge.accept(request.path().substring(Routes.SESSIONS.length()));
    }
    return CompletableFuture.completedFuture(Results.status(status, "this request cannot be answered\n"));
  }

  @Override
  public CompletionStage<Result> onServerError(Http.RequestHeader request, Throwable error) {
    // Nobody is left to answer, and it is no fault of ours.
    if (error instanceof EntityStreamException) return onClientError(request, Http.Status.BAD_REQUEST, "cut off");
    LOG.error("{} {} failed", request.method(), request.path(), error);
    return CompletableFuture.completedFuture(Results.internalServerError("something went wrong on our side\n"));
  }
}
