package outcry.web;

import com.corundumstudio.socketio.Configuration;
import com.corundumstudio.socketio.SocketIOServer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.Properties;
import java.util.concurrent.ForkJoinPool;
import outcry.House;
import outcry.room.Clock;
import outcry.room.Control;
import outcry.server.Pages;
import outcry.server.ServerProcess;
import outcry.server.Settings;

/** The server process. */
public final class Main {
  private static final String DESCRIPTION = "/META-INF/maven/com.corundumstudio.socketio/netty-socketio/pom.properties";

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    ServerProcess.run(version(), Main::start);
  }

  private static ServerProcess.Running start(Settings settings) throws IOException {
    Configuration configuration = Sockets.configuration(settings, new RawEvents(Clock.steady()::micros));
    House<Connection> house = new House<>(new Wire(configuration.getStoreFactory()), ForkJoinPool.commonPool());
    Sockets sockets = new Sockets(house);
    SocketIOServer server = sockets.server(configuration);
    Control control = house.control(settings.token());
    Pages pages = new Pages(settings.pages());
    server.setPipelineFactory(
        new Pipeline(configuration, configuration.getJsonSupport(), sockets::begin, () -> new WebPaths(control, pages)));
    // What the framework calls a future is Netty's, which knows the port.
    Channel channel = ((ChannelFuture) server.startAsync().syncUninterruptibly()).channel();
    return new ServerProcess.Running() {
      @Override
      public int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
      }

      @Override
      public void farewell() {
        // Not by the framework's packet, which has clients stay away. Polls end with the process.
        house.forEach(Connection::cut);
      }

      @Override
      public void stop() {
        // The framework's own stop waits for 2 s of quiet.
        channel.close();
      }
    };
  }

  private static String version() throws IOException {
    try (InputStream description = SocketIOServer.class.getResourceAsStream(DESCRIPTION)) {
      Properties properties = new Properties();
      properties.load(description);
      return properties.getProperty("version");
    }
  }
}
