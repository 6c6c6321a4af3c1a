package outcry.web;

import java.nio.file.Path;
import java.util.List;
import org.apache.pekko.actor.ActorSystem;
import outcry.auction.DatabaseTarget;
import play.ApplicationLoader;
import play.BuiltInComponentsFromContext;
import play.http.HttpErrorHandler;
import play.mvc.BodyParser;
import play.mvc.EssentialFilter;
import play.routing.Router;

/** What the application is made of: Play's compile-time dependency injection. */
final class Components extends BuiltInComponentsFromContext {
  private final House house;
  private final Posts posts;
  private final Router router;

  /** @param pages the folder of the pages; null when there are none */
  Components(ApplicationLoader.Context context, DatabaseTarget database, Path pages) {
    super(context);
    ActorSystem system = actorSystem();
    house = new House(system, database);
    Sessions sessions = new Sessions(house, system);
    posts = new Posts(sessions, house);
    router =
        Routes.router(
            defaultBodyParser(),
            new WebSockets(house, system),
            new Streams(sessions, system),
            new Polls(sessions, system),
            posts,
            new Pages(pages, fileMimeTypes()));
  }

  House house() {
    return house;
  }

  /** Play asks for it at each request: made anew it would read the configuration and build all routes each time. */
  @Override
  public Router router() {
    return router;
  }

  @Override
  public BodyParser.Default defaultBodyParser() {
    return new BytesParser(httpErrorHandler(), httpConfiguration(), scalaBodyParsers());
  }

  @Override
  public HttpErrorHandler httpErrorHandler() {
    return new ErrorHandler(posts::tooLarge);
  }

  /** None: what a filter costs each request would be measured with the transport. */
  @Override
  public List<EssentialFilter> httpFilters() {
    return List.of();
  }
}
