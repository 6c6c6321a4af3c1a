package outcry.web;

import java.io.File;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import outcry.auction.DatabaseTarget;
import outcry.server.ServerProcess;
import outcry.server.Settings;
import play.ApplicationLoader;
import play.Environment;
import play.Mode;
import play.api.Configuration;
import play.api.Play;
import play.core.PlayVersion;
import play.core.server.PekkoHttpServer;
import play.core.server.ServerConfig;
import scala.Option;

/** The server process. Play's server is embedded, since the start scripts that it usually comes with are made by sbt. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    ServerProcess.run(PlayVersion.current(), Main::start);
  }

  private static ServerProcess.Running start(Settings settings) {
    String database = settings.database() == null ? DatabaseTarget.DEFAULT_URL : settings.database();
    Environment here = new Environment(new File("."), Main.class.getClassLoader(), Mode.PROD);
    Components components =
        new Components(
            ApplicationLoader.create(here, settings()),
            DatabaseTarget.parse(database),
            settings.pages(),
            settings.token());
    PekkoHttpServer server = serve(components, settings.host(), settings.port());
    return new ServerProcess.Running() {
      @Override
      public int port() {
        return server.mainAddress().getPort();
      }

      @Override
      public void farewell() {
        components.house().forEach(connection -> connection.end("the server stops"));
      }

      @Override
      public void stop() {
        components.house().close();
        server.stop();
      }
    };
  }

  static PekkoHttpServer serve(Components components, String host, int port) {
    play.api.Application application = components.application().asScala();
    Play.start(application);
    return PekkoHttpServer.fromApplication(application, serverConfig(components, host, port));
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
}
