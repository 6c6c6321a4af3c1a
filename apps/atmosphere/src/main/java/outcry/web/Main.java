package outcry.web;

import org.atmosphere.util.Version;
import outcry.server.ServerProcess;

/** The server process. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    ServerProcess.run(Version.getRawVersion(), EmbeddedServer::start);
  }
}
