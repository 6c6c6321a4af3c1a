package outcry.hub;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What a hub says: the data of its events, as they are on the wire. */
public interface Said {
  /** A client's message, stamped with the server's clock. */
  record Delivered(String id, long clientId, long seq, double due, double sent, String payload, double received) {
    static Delivered of(HubEvent.LoadMessage message, double received) {
      return new Delivered(
          message.id(),
          message.clientId(),
          message.seq(),
          message.due(),
          message.sent(),
          message.payload(),
          received);
    }
  }

  record Harvest(long broadcasts) {}

  record Refused(String event, String code, String reason) {}

  record ServerCounts(
      double startedAt,
      double finishedAt,
      int spacing,
      long[] receivedByServer,
      long[] sentByServer,
      long broadcasts,
      long refused) {}

  record Dataset(
      String testType, int clientCount, ServerCounts server, List<ObjectNode> reports, List<Vanished> vanished) {}

  record HarvestComplete(Dataset dataset) {}
}
