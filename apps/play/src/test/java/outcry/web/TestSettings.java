package outcry.web;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;

/** What tests of this package share. */
final class TestSettings {
  private TestSettings() {}

  /** The application's own settings, for an actor system without Play. */
  static Config dispatchers() {
    return ConfigFactory.parseResources("application.conf")
        .withFallback(ConfigFactory.parseString("pekko.loglevel = WARNING"))
        .withFallback(ConfigFactory.load());
  }

  /** A report of clients 1..{@code clients} that have seen nothing. */
  static ObjectNode report(int clients) {
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    for (int clientId = 1; clientId <= clients; clientId++) report.withArray("clientIds").add(clientId);
    for (String list :
        List.of("sentByClients", "receivedByClients", "latencySum", "latencyCount", "refused", "closed")) {
      report.putArray(list);
    }
    for (String histogram : List.of("fromSent", "fromDue", "lateness")) report.put(histogram, "");
    for (String count : List.of("duplicates", "missing", "outOfOrder", "negative")) report.put(count, 0);
    report.putObject("transports");
    return report.putNull("delivery").putNull("loopDelay");
  }
}
