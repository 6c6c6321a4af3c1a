package outcry.web;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.atmosphere.cpr.ApplicationConfig;
import org.atmosphere.cpr.AtmosphereFramework;
import org.atmosphere.cpr.AtmosphereServlet;
import org.atmosphere.cpr.Broadcaster;
import org.eclipse.jetty.ee9.servlet.ServletContextHandler;
import org.eclipse.jetty.ee9.servlet.ServletHolder;
import org.eclipse.jetty.ee9.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;
import outcry.House;
import outcry.auction.AuctionHouse;
import outcry.auction.DatabaseTarget;
import outcry.server.Pages;
import outcry.server.ServerProcess;
import outcry.server.Settings;

/** Jetty, with the framework's servlet and one for pages and control. */
final class EmbeddedServer implements ServerProcess.Running {
  private static final String PATH = "/atmosphere";

  /** Most that is taken at once, UTF-8 bytes. */
  private static final int TRANSPORT_LIMIT = 4 * 1_048_576;

  /** Connections that wait to be accepted. */
  private static final int BACKLOG = 4_096;

  /** A connection that is silent for longer is ended, ms. The framework says something every 60 s. */
  private static final int IDLE_MS = 150_000;

  /** Threads for the auction house's requests, which wait for the database. */
  private static final int DESK_THREADS = 8;

  /** Most threads for password hashing: half of the cores, the others have more to do. */
  private static final int MOST_PASSWORD_THREADS = 3;

  private final Server jetty = new Server();
  private final ServerConnector connector = new ServerConnector(jetty);
  private final House<Connection> house;

  private EmbeddedServer(Settings settings) throws Exception {
    ServletContextHandler context = new ServletContextHandler();
    AtmosphereServlet atmosphere = new AtmosphereServlet(false, false);
    AtmosphereFramework framework = atmosphere.framework();
    Wire wire = new Wire();
    house =
        new House<>(
            wire,
            ForkJoinPool.commonPool(),
            tell -> new AuctionHouse<>(database(settings), tell, Connection::address, staff()));
    framework.addInitParameter(ApplicationConfig.WEBSOCKET_MAXTEXTSIZE, "" + TRANSPORT_LIMIT);
    framework.addInitParameter(ApplicationConfig.WEBSOCKET_MAXBINARYSIZE, "" + TRANSPORT_LIMIT);
    framework.addInitParameter(ApplicationConfig.WEBSOCKET_IDLETIME, "" + IDLE_MS);
    framework.addInitParameter(ApplicationConfig.ANALYTICS, "false");
    framework.addInitParameter(ApplicationConfig.JSR356_MAPPING_PATH, PATH);
    ServletHolder servlet = new ServletHolder(atmosphere);
    servlet.setInitOrder(1);
    servlet.setAsyncSupported(true);
    context.addServlet(servlet, PATH + "/*");
    ServletHolder web = new ServletHolder(new WebServlet(house.control(settings.token()), new Pages(settings.pages())));
    web.setAsyncSupported(true);
    context.addServlet(web, "/*");
    JakartaWebSocketServletContainerInitializer.configure(context, null);
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(IDLE_MS);
    jetty.addConnector(connector);
    jetty.setHandler(context);
    if (!settings.compresses()) {
      WebSocketServerComponents.ensureWebSocketComponents(jetty, context.getCoreContextHandler())
          .getExtensionRegistry()
          .unregister("permessage-deflate");
    }
    jetty.start();
    // Its broadcasters exist from its start on.
    Broadcaster all = framework.getBroadcasterFactory().lookup(PATH, true);
    wire.use(all);
    framework.addWebSocketHandler(PATH, new Sockets(house, all), new Streams(house, all, TRANSPORT_LIMIT), List.of());
  }

  /** Starts the server. */
  static EmbeddedServer start(Settings settings) throws Exception {
    return new EmbeddedServer(settings);
  }

  private static DatabaseTarget database(Settings settings) {
    return DatabaseTarget.parse(settings.database() == null ? DatabaseTarget.DEFAULT_URL : settings.database());
  }

  private static AuctionHouse.Staff staff() {
    int cores = Runtime.getRuntime().availableProcessors();
    ExecutorService passwords = Executors.newFixedThreadPool(Math.max(1, Math.min(MOST_PASSWORD_THREADS, cores / 2)));
    return new AuctionHouse.Staff(passwords, Executors.newFixedThreadPool(DESK_THREADS));
  }

  @Override
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void farewell() {
    house.forEach(Connection::end);
  }

  @Override
  public void stop() {
    house.close();
  }
}
