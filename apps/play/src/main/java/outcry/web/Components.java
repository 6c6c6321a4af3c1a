package outcry.web;

import java.nio.file.Path;
import java.util.List;
import org.apache.pekko.actor.ActorSystem;
import outcry.House;
import outcry.auction.AuctionHouse;
import outcry.auction.DatabaseTarget;
import outcry.server.Pages;
import play.ApplicationLoader;
import play.BuiltInComponentsFromContext;
import play.filters.gzip.GzipFilter;
import play.filters.gzip.GzipFilterConfig;
import play.http.HttpErrorHandler;
import play.mvc.BodyParser;
import play.mvc.EssentialFilter;
import play.mvc.Http;
import play.mvc.Result;
import play.routing.Router;

/** The parts of the application: Play's compile-time dependency injection. */
final class Components extends BuiltInComponentsFromContext {
  private final House<Connection> house;
  private final Posts posts;
  private final Router router;
  private final List<EssentialFilter> filters;

  /**
   * @param pages the folder of the pages; null when there are none
   * @param token controls the server; null: there is no control
   */
  Components(ApplicationLoader.Context context, DatabaseTarget database, Path pages, String token) {
    super(context);
    ActorSystem system = actorSystem();
    AuctionHouse.Staff staff =
        new AuctionHouse.Staff(
            system.dispatchers().lookup("outcry.passwords"), system.dispatchers().lookup("outcry.desk"));
    house =
        new House<>(
            new Wire(),
            system.dispatcher(),
            tell -> new AuctionHouse<>(database, tell, Connection::address, staff));
    Sessions sessions = new Sessions(house, system);
    posts = new Posts(sessions, house);
    router =
        Routes.router(
            defaultBodyParser(),
            new ControlPaths(house.control(token), materializer()),
            new WebSockets(house, system),
            new Streams(sessions, system),
            new Polls(sessions, system),
            posts,
            new PageAction(new Pages(pages), fileMimeTypes()));
    filters = makeFilters();
  }

  House<Connection> house() {
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

  /** None unless messages are to be compressed: what a filter costs each request would be measured with the transport. */
  @Override
  public List<EssentialFilter> httpFilters() {
    return filters;
  }

  private List<EssentialFilter> makeFilters() {
    if (!config().getString("outcry.compression").equals("deflate")) return List.of();
    GzipFilterConfig ownPaths =
        new GzipFilterConfig().withShouldGzip((Http.RequestHeader request, Result result) -> Routes.isOwn(request));
    return List.of(new GzipFilter(ownPaths, materializer()).asJava());
  }
}
