package outcry.hub;

import static outcry.hub.Fields.MOST;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What a hub takes as a `report`. Reports end in the data set that the master gets, so nothing unchecked passes. */
final class ReportShape {
  /** Most entries of any list. */
  private static final int LIST_LIMIT = 100_000;

  /** Longest histogram, characters. */
  private static final int HISTOGRAM_LIMIT = 1_048_576;

  /** Longest event name, code or reason, characters. */
  private static final int TEXT_LIMIT = 1_000;

  private static final int TRANSPORTS_LIMIT = 16;
  private static final Pattern TRANSPORT = Pattern.compile("[a-z][a-z0-9-]{0,31}");

  /** What an entry of a list weighs where a character of a histogram weighs 1. */
  private static final int ENTRY_WEIGHT = 8;

  /** What an entry with sentences in it weighs besides. */
  private static final int SENTENCE_WEIGHT = 1_000;

  /** Checks a value and gives a copy of it that has nothing in it that nobody asked for. */
  private interface Check {
    JsonNode copy(String field, JsonNode value) throws Fault;
  }

  private static final Check COUNT = (field, value) -> checked(value, Fields.integer(field, value, 0, MOST));
  private static final Check CLIENT_ID = (field, value) -> checked(value, Fields.integer(field, value, 1, MOST));

  private static final Check AMOUNT =
      (field, value) -> {
        double amount = Fields.number(field, value);
        if (!Double.isFinite(amount)) throw Fault.outOfRange(field, "a finite number");
        if (amount < 0) throw Fault.outOfRange(field, "0 or more");
        return value;
      };

  private static final Check HISTOGRAM = text(HISTOGRAM_LIMIT);
  private static final Check SENTENCE = text(TEXT_LIMIT);
  private static final Map<String, Check> FIELDS = new LinkedHashMap<>();

  static {
    FIELDS.put("clientIds", listOf(CLIENT_ID, 1));
    for (String counts : List.of("sentByClients", "receivedByClients", "latencyCount")) {
      FIELDS.put(counts, listOf(COUNT, 0));
    }
    FIELDS.put("latencySum", listOf(AMOUNT, 0));
    for (String histogram : List.of("fromSent", "fromDue", "lateness")) FIELDS.put(histogram, HISTOGRAM);
    FIELDS.put("delivery", nullOr(HISTOGRAM));
    for (String count : List.of("duplicates", "missing", "outOfOrder", "negative")) FIELDS.put(count, COUNT);
    FIELDS.put(
        "refused", listOf(objectOf(Map.of("event", nullOr(SENTENCE), "code", SENTENCE, "reason", SENTENCE)), 0));
    FIELDS.put("closed", listOf(objectOf(Map.of("clientId", CLIENT_ID, "reason", SENTENCE)), 0));
    FIELDS.put("transports", ReportShape::transports);
    FIELDS.put("loopDelay", nullOr(objectOf(Map.of("p99", AMOUNT, "max", AMOUNT))));
  }

  private static final Check REPORT = objectOf(FIELDS);

  private ReportShape() {}

  static HubEvent.Report read(JsonNode data) throws Fault {
    if (data == null || !data.isObject()) throw new Fault("wrong-type", "data must be a JSON object");
    ObjectNode fields = (ObjectNode) REPORT.copy("", data);
    List<Long> clientIds = new ArrayList<>();
    for (JsonNode clientId : fields.get("clientIds")) clientIds.add(clientId.asLong());
    return new HubEvent.Report(clientIds, fields, weightOf(fields));
  }

  private static long weightOf(ObjectNode fields) {
    long weight = (long) SENTENCE_WEIGHT * (fields.get("refused").size() + fields.get("closed").size());
    for (JsonNode value : fields) {
      if (value.isTextual()) weight += value.textValue().length();
      else if (value.isArray()) weight += (long) ENTRY_WEIGHT * value.size();
    }
    return weight;
  }

  /** {@code value}, where reading it as a number was the check. */
  private static JsonNode checked(JsonNode value, long number) {
    return value;
  }

  private static Check text(int limit) {
    return (field, value) -> {
      if (!value.isTextual()) throw Fault.wrongType(field, "a string");
      if (value.textValue().length() <= limit) return value;
      throw Fault.outOfRange(field, "at most " + limit + " characters long");
    };
  }

  private static Check nullOr(Check check) {
    return (field, value) -> value.isNull() ? value : check.copy(field, value);
  }

  private static Check listOf(Check check, int least) {
    return (field, value) -> {
      if (!value.isArray()) throw Fault.wrongType(field, "an array");
      if (value.size() > LIST_LIMIT) throw Fault.outOfRange(field, "at most " + LIST_LIMIT + " entries long");
      if (value.size() < least) throw Fault.outOfRange(field, "at least " + least + " entry long");
      ArrayNode copy = JsonNodeFactory.instance.arrayNode(value.size());
      for (JsonNode entry : value) copy.add(check.copy(field, entry));
      return copy;
    };
  }

  private static Check objectOf(Map<String, Check> checks) {
    return (field, value) -> {
      if (!value.isObject()) throw Fault.wrongType(field, "an object");
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, Check> check : checks.entrySet()) {
        String path = field.isEmpty() ? check.getKey() : field + "." + check.getKey();
        JsonNode part = value.get(check.getKey());
        if (part == null) throw Fault.missing(path);
        copy.set(check.getKey(), check.getValue().copy(path, part));
      }
      return copy;
    };
  }

  private static JsonNode transports(String field, JsonNode value) throws Fault {
    if (!value.isObject()) throw Fault.wrongType(field, "an object");
    if (value.size() > TRANSPORTS_LIMIT) {
      throw Fault.outOfRange(field, "of at most " + TRANSPORTS_LIMIT + " transports");
    }
    for (Iterator<Map.Entry<String, JsonNode>> entries = value.fields(); entries.hasNext(); ) {
      Map.Entry<String, JsonNode> entry = entries.next();
      if (!TRANSPORT.matcher(entry.getKey()).matches()) {
        throw Fault.outOfRange(field, "keyed by transport names");
      }
      COUNT.copy(field + "." + entry.getKey(), entry.getValue());
    }
    return value;
  }
}
