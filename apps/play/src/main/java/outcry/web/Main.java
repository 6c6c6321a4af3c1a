package outcry.web;

import java.io.File;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import outcry.House;
import outcry.Json;
import outcry.auction.DatabaseTarget;
import play.ApplicationLoader;
import play.Environment;
import play.Mode;
import play.api.Configuration;
import play.api.Play;
import play.core.PlayVersion;
import play.core.server.PekkoHttpServer;
import play.core.server.ServerConfig;
import scala.Option;

/**
 * The server process: HOST, PORT, DATABASE_URL, STATIC_DIR and CONTROL_TOKEN in, the ready line out, SIGTERM ends it. Play's server is
 * embedded, since the start scripts that it usually comes with are made by sbt.
 */
public final class Main {
  /** The time that clients have to hear of the end after SIGTERM, ms; and below, that of the rest of the server to stop. */
  private static final long FAREWELL_MS = 500;

  private static final long STOP_MS = 3_000;

  private record Versions(String framework, String runtime) {}

  private record Ready(boolean ready, int port, Versions versions) {}

  private Main() {}

  public static void main(String[] arguments) {
    try {
      start(System.getenv());
    } catch (RuntimeException e) {
      System.err.println("the server cannot start: " + e.getMessage());
      // Also where threads that would keep the process are running by now.
      Runtime.getRuntime().halt(1);
    }
  }

  private static void start(Map<String, String> environment) {
    String host = read(environment, "HOST", "127.0.0.1");
    int port = port(read(environment, "PORT", "0"));
    DatabaseTarget database = DatabaseTarget.parse(read(environment, "DATABASE_URL", DatabaseTarget.DEFAULT_URL));
    String pages = read(environment, "STATIC_DIR", null);
    Environment here = new Environment(new File("."), Main.class.getClassLoader(), Mode.PROD);
    Components components =
        new Components(
            ApplicationLoader.create(here, settings()),
            database,
            pages == null ? null : Path.of(pages),
            read(environment, "CONTROL_TOKEN", null));
    PekkoHttpServer server = serve(components, host, port);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(components.house(), server)));
    Versions versions = new Versions(PlayVersion.current(), "java " + System.getProperty("java.version"));
    System.out.println(Json.write(new Ready(true, server.mainAddress().getPort(), versions)));
  }

  static PekkoHttpServer serve(Components components, String host, int port) {
    play.api.Application application = components.application().asScala();
    Play.start(application);
    return PekkoHttpServer.fromApplication(application, serverConfig(components, host, port));
  }

  private static String read(Map<String, String> environment, String name, String otherwise) {
    String value = environment.get(name);
    return value == null || value.isEmpty() ? otherwise : value;
  }

  private static int port(String text) {
    if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= 65_535) return Integer.parseInt(text);
    throw new IllegalArgumentException("PORT is \"" + text + "\"; it must be a number from 0 to 65535");
  }

  /** Play signs sessions with this secret. There are none here, but without one it does not start. */
  static Map<String, Object> settings() {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    Map<String, Object> settings = new HashMap<>();
    settings.put("play.http.secret.key", Base64.getEncoder().encodeToString(secret));
    return settings;
  }

  private static ServerConfig serverConfig(Components components, String host, int port) {
    return new ServerConfig(
        new File("."),
        Option.apply((Object) port),
        Option.empty(),
        host,
        play.api.Mode.Prod$.MODULE$,
        System.getProperties(),
        new Configuration(components.config()));
  }

  /** Tells the clients, then stops; a process that has not stopped by then is ended all the same. */
  private static void stop(House<Connection> house, PekkoHttpServer server) {
    house.forEach(connection -> connection.end("the server stops"));
    pause(FAREWELL_MS);
    Runnable stopAll =
        () -> {
          house.close();
          server.stop();
        };
    try {
      CompletableFuture.runAsync(stopAll).get(STOP_MS, TimeUnit.MILLISECONDS);
    } catch (Exception e) {
      System.err.println("the server did not stop in time: " + e);
    }
    Runtime.getRuntime().halt(0);
  }

  private static void pause(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
