package outcry.hub;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * An event that a client sent, read and checked as far as that can be done without knowing the state of the test: on
 * whatever thread it came, so that the hub itself has little left to do.
 */
public sealed interface HubEvent {
  /** Most clients a test may have. */
  int CLIENT_LIMIT = 100_000;

  /** Widest bucket, seconds. */
  int SPACING_LIMIT = 3_600;

  /** Longest payload, bytes of UTF-8. */
  int PAYLOAD_LIMIT = 1_048_576;

  /** A longer event name is not repeated to whoever sent it. */
  int NAME_LIMIT = 100;

  record InitTest(String testType, int clientCount, int spacing, double startTime) implements HubEvent {
    boolean isBroadcast() {
      return testType.equals("broadcast");
    }
  }

  record LoadMessage(String id, long clientId, long seq, double due, double sent, String payload)
      implements HubEvent {}

  record Complete(long clientId) implements HubEvent {}

  /** @param fields a copy that has the fields of a report and no others */
  record Report(List<Long> clientIds, ObjectNode fields, long weight) implements HubEvent {}

  /** What cannot be taken in any state. {@code event} is null when it had no name that could be read. */
  record Unacceptable(String event, String code, String reason) implements HubEvent {}

  /** What is refused as text that is no event. */
  HubEvent UNREADABLE =
      new Unacceptable(null, "bad-json", "not a JSON envelope with the name of an event");

  /** Reads the event {@code name} with {@code data}, which is null when there is none. */
  static HubEvent read(String name, JsonNode data) {
    try {
      return switch (name) {
        case "message" -> readMessage(new Fields(data));
        case "complete" -> new Complete(new Fields(data).integer("clientId", 1, Fields.MOST));
        case "report" -> ReportShape.read(data);
        case "initTest" -> readInitTest(new Fields(data));
        default -> throw new Fault("unknown-event", "no such event");
      };
    } catch (Fault fault) {
      return new Unacceptable(name.length() <= NAME_LIMIT ? name : null, fault.code(), fault.reason());
    }
  }

  private static InitTest readInitTest(Fields fields) throws Fault {
    String testType = fields.text("testType");
    if (!testType.equals("broadcast") && !testType.equals("echo")) {
      throw Fault.outOfRange("testType", "\"broadcast\" or \"echo\"");
    }
    int clientCount = (int) fields.integer("clientCount", 1, CLIENT_LIMIT);
    int spacing = (int) fields.integer("spacing", 1, SPACING_LIMIT);
    return new InitTest(testType, clientCount, spacing, fields.finite("startTime"));
  }

  private static LoadMessage readMessage(Fields fields) throws Fault {
    String id = fields.text("id");
    long clientId = fields.integer("clientId", 1, Fields.MOST);
    long seq = fields.integer("seq", 0, Fields.MOST);
    double due = fields.finite("due");
    double sent = fields.finite("sent");
    String payload = fields.text("payload");
    if (!id.equals("c:" + clientId + "m:" + seq)) throw Fault.outOfRange("id", "\"c:<clientId>m:<seq>\"");
    if (isOverLimit(payload)) {
      throw new Fault("too-large", "payload is over " + PAYLOAD_LIMIT + " bytes of UTF-8");
    }
    return new LoadMessage(id, clientId, seq, due, sent, payload);
  }

  private static boolean isOverLimit(String payload) {
    // A UTF-16 unit is at most three bytes of UTF-8, so short payloads need no counting.
    if (payload.length() * 3L <= PAYLOAD_LIMIT) return false;
    long bytes = 0;
    for (int i = 0; i < payload.length() && bytes <= PAYLOAD_LIMIT; i++) {
      char unit = payload.charAt(i);
      if (unit < 0x80) bytes += 1;
      else if (unit < 0x800) bytes += 2;
      else if (Character.isHighSurrogate(unit)
          && i + 1 < payload.length()
          && Character.isLowSurrogate(payload.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else bytes += 3;
    }
    return bytes > PAYLOAD_LIMIT;
  }
}
