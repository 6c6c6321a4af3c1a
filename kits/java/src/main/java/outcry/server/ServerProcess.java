package outcry.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import outcry.Json;

/** The server process of an app: settings in, the ready line out, SIGTERM ends it. */
public final class ServerProcess {
  /** The time that clients have to hear of the end after SIGTERM, ms; and below, that of the rest of the server to stop. */
  private static final long FAREWELL_MS = 500;

  private static final long STOP_MS = 3_000;

  /** A server that listens. */
  public interface Running {
    int port();

    /** Tells the clients that the server ends. Waits for none of them. */
    void farewell();

    /** Ends what must not be cut off. */
    void stop();
  }

  /** Starts a server. */
  @FunctionalInterface
  public interface Starter {
    /** @throws Exception with a sentence for people when it cannot start */
    Running start(Settings settings) throws Exception;
  }

  private record Versions(String framework, String runtime) {}

  private record Ready(boolean ready, int port, Versions versions) {}

  private ServerProcess() {}

  /** Runs the process's server. @param framework the framework's version */
  public static void run(String framework, Starter starter) {
    try {
      Running server = starter.start(Settings.of(System.getenv()));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
      Versions versions = new Versions(framework, "java " + System.getProperty("java.version"));
      System.out.println(Json.write(new Ready(true, server.port(), versions)));
    } catch (Exception e) {
      System.err.println("the server cannot start: " + e.getMessage());
      // Also where threads that would keep the process are running by now.
      Runtime.getRuntime().halt(1);
    }
  }

  /** Tells the clients, then stops; a process that has not stopped by then is ended all the same. */
  private static void stop(Running server) {
    server.farewell();
    pause(FAREWELL_MS);
    try {
      CompletableFuture.runAsync(server::stop).get(STOP_MS, TimeUnit.MILLISECONDS);
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
