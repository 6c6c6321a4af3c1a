package outcry.hub;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The hub: the server-side state machine of a load test, `idle -> running -> harvesting -> idle`. It knows no transport, no
 * clock but the one it is given, and no threads: it has one owner, who asks it one thing at a time.
 * `protocol/README.md` is its specification.
 *
 * @param <C> a connection; compared by identity
 */
public final class Hub<C> {
  /** All reports of a test together may not weigh more: a character of a histogram weighs 1. */
  static final long DATASET_LIMIT = 64L * 1_048_576;

  /** How the hub reaches the connections. `broadcast` reaches every connection the hub has been told of. */
  public interface Outputs<C> {
    void send(C connection, String event, Object data);

    void broadcast(String event, Object data);
  }

  /** A connection that ended, and the clients that spoke on it. */
  private record Departure(double at, List<Integer> clientIds) {}

  private final class Test {
    final HubEvent.InitTest init;
    final C master;
    final Roster<C> roster;
    final double startedAt;
    final Counts counts;
    final ArrayDeque<Departure> departures = new ArrayDeque<>();
    final List<ObjectNode> reports = new ArrayList<>();
    long reportedWeight;
    long broadcasts;
    long refused;
    /** When the last valid event came. */
    double lastHeardAt;
    /** When the harvest was asked for; NaN while running. */
    double harvestAt = Double.NaN;

    Test(HubEvent.InitTest init, C master, double now) {
      this.init = init;
      this.master = master;
      roster = new Roster<>(init.clientCount());
      counts = new Counts(now, init.spacing());
      startedAt = now;
      lastHeardAt = now;
    }

    boolean isRunning() {
      return Double.isNaN(harvestAt);
    }
  }

  private final Outputs<C> outputs;
  private final Clock clock;
  private final Deadlines deadlines;
  private final Set<C> connections = new HashSet<>();
  private Test test;

  public Hub(Outputs<C> outputs, Clock clock, Deadlines deadlines) {
    this.outputs = outputs;
    this.clock = clock;
    this.deadlines = deadlines;
  }

  public String state() {
    if (test == null) return "idle";
    return test.isRunning() ? "running" : "harvesting";
  }

  public void connect(C connection) {
    connections.add(connection);
  }

  /** A connection has ended. Without its master a test is abandoned. */
  public void disconnect(C connection) {
    if (!connections.remove(connection) || test == null) return;
    if (connection == test.master) test = null;
    else if (test.isRunning()) test.departures.add(new Departure(clock.now(), test.roster.depart(connection)));
  }

  /** Takes what a client sent; what cannot be taken is refused. */
  public void receive(C connection, HubEvent event) {
    // What was still on its way when a connection was ended comes from nobody.
    if (!connections.contains(connection)) return;
    String name = "";
    try {
      if (event instanceof HubEvent.LoadMessage message) {
        name = "message";
        message(connection, message);
      } else if (event instanceof HubEvent.Complete complete) {
        name = "complete";
        complete(connection, complete);
      } else if (event instanceof HubEvent.Report report) {
        name = "report";
        report(report);
      } else if (event instanceof HubEvent.InitTest init) {
        name = "initTest";
        initTest(connection, init);
      } else if (event instanceof HubEvent.Unacceptable what) {
        refuse(connection, what.event(), what.code(), what.reason());
      }
    } catch (Fault fault) {
      refuse(connection, name, fault.code(), fault.reason());
    }
  }

  /** Looks at the deadlines; to be called a few times a second. */
  public void tick() {
    if (test == null) return;
    double now = clock.now();
    if (test.isRunning()) tickRunning(now);
    else if (now - test.harvestAt >= deadlines.report()) {
      test.roster.countOutUnreported();
      finish();
    }
  }

  private void tickRunning(double now) {
    ArrayDeque<Departure> departures = test.departures;
    while (!departures.isEmpty() && now - departures.peek().at() >= deadlines.vanish()) {
      List<Integer> clientIds = departures.remove().clientIds();
      if (clientIds.isEmpty()) test.roster.countOutNameless(connections.size());
      for (int clientId : clientIds) test.roster.countOutDisconnected(clientId);
    }
    if (now - test.lastHeardAt >= deadlines.silence()) test.roster.countOutSilent();
    harvestWhenSettled();
  }

  private void initTest(C connection, HubEvent.InitTest init) throws Fault {
    if (test != null) throw wrongState("initTest is taken only while no test is going on");
    test = new Test(init, connection, clock.now());
    outputs.broadcast("testStarted", init);
  }

  private void message(C connection, HubEvent.LoadMessage message) throws Fault {
    checkRunning("a message");
    test.roster.claim(connection, message.clientId());
    double received = clock.now();
    test.lastHeardAt = received;
    Said.Delivered delivered = Said.Delivered.of(message, received);
    if (test.init.isBroadcast()) {
      test.counts.message(received, connections.size());
      test.broadcasts++;
      outputs.broadcast("message", delivered);
    } else {
      test.counts.message(received, 1);
      outputs.send(connection, "message", delivered);
    }
  }

  private void complete(C connection, HubEvent.Complete complete) throws Fault {
    checkRunning("complete");
    int clientId = test.roster.claim(connection, complete.clientId());
    test.lastHeardAt = clock.now();
    test.roster.complete(clientId);
    harvestWhenSettled();
  }

  private void report(HubEvent.Report report) throws Fault {
    if (test == null || test.isRunning()) throw wrongState("a report is taken only after harvest");
    test.roster.checkReported(report.clientIds());
    if (test.reportedWeight + report.weight() > DATASET_LIMIT) {
      throw new Fault("too-large", "all reports of a test together may not be over " + DATASET_LIMIT + " bytes");
    }
    test.reportedWeight += report.weight();
    test.reports.add(report.fields());
    test.roster.report(report.clientIds());
    if (test.roster.isAllReported()) finish();
  }

  private void harvestWhenSettled() {
    if (!test.roster.isSettled()) return;
    test.harvestAt = clock.now();
    outputs.broadcast("harvest", new Said.Harvest(test.broadcasts));
    if (test.roster.isAllReported()) finish();
  }

  private void finish() {
    Test done = test;
    test = null;
    Said.ServerCounts server =
        new Said.ServerCounts(
            done.startedAt,
            clock.now(),
            done.init.spacing(),
            done.counts.received(),
            done.counts.sent(),
            done.broadcasts,
            done.refused);
    Said.Dataset dataset =
        new Said.Dataset(
            done.init.testType(), done.init.clientCount(), server, done.reports, done.roster.vanished());
    outputs.send(done.master, "harvestComplete", new Said.HarvestComplete(dataset));
  }

  private void refuse(C connection, String event, String code, String reason) {
    if (test != null) test.refused++;
    outputs.send(connection, "refused", new Said.Refused(event, code, reason));
  }

  private void checkRunning(String what) throws Fault {
    if (test == null || !test.isRunning()) throw wrongState(what + " is taken only in a running test");
  }

  private Fault wrongState(String rule) {
    return Fault.wrongState(rule + "; the hub is " + state());
  }
}
