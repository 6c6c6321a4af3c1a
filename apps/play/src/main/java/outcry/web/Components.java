package outcry.web;

import java.nio.file.Path;
import java.util.List;
import org.apache.pekko.actor.ActorSystem;
import outcry.auction.DatabaseTarget;
import play.ApplicationLoader;
import play.BuiltInComponentsFromContext;
import play.http.HttpErrorHandler;
import play.mvc.EssentialFilter;
import play.routing.Router;

/** What the application is made of: Play's compile-time dependency injection. */
final class Components extends BuiltInComponentsFromContext {
  private final Path pages;
  private final House house;
  private final Posts posts;
  private final Sessions sessions;

  /** @param pages the folder of the pages; null when there are none */
  Components(ApplicationLoader.Context context, DatabaseTarget database, Path pages) {
    super(context);
    this.pages = pages;
    house = new House(actorSystem(), database);
    sessions = new Sessions(house, actorSystem());
    posts = new Posts(sessions, house);
  }

  House house() {
    return house;
  }

  @Override
  public Router router() {
    ActorSystem system = actorSystem();
    return Routes.router(
        defaultBodyParser(),
        new WebSockets(house, system),
        new Streams(sessions, system),
        new Polls(sessions, system),
        posts,
        new Pages(pages, fileMimeTypes()));
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
