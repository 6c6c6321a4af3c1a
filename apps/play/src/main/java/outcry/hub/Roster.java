package outcry.hub;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who takes part in a test: which connection speaks for which client, who has completed, who was counted out, whose
 * report has come. Everything a message touches here is an array index.
 */
final class Roster<C> {
  private static final byte WAITING = 0;
  private static final byte COMPLETE = 1;
  private static final byte COUNTED_OUT = 2;

  private final int clientCount;
  private final Object[] owners;
  private final byte[] states;
  private final boolean[] reported;

  /** Open connections that speak for a client, and for which. */
  private final Map<C, List<Integer>> speakers = new HashMap<>();

  private final List<Vanished> named = new ArrayList<>();

  /** Clients that are neither complete nor counted out under their id. */
  private int waiting;

  /** Clients that no connection has spoken for yet. */
  private int unclaimed;

  /** Of the unclaimed, how many are not waited for: their connection ended, or they were silent. */
  private int namelessDisconnected;

  private int namelessSilent;
  private int awaitedReports;

  Roster(int clientCount) {
    this.clientCount = clientCount;
    owners = new Object[clientCount + 1];
    states = new byte[clientCount + 1];
    reported = new boolean[clientCount + 1];
    waiting = clientCount;
    unclaimed = clientCount;
  }

  /**
   * {@code connection} speaks for a client; the first to do so keeps it.
   *
   * @return the client's index
   * @throws Fault when it may not
   */
  int claim(C connection, long id) throws Fault {
    if (id > clientCount) throw Fault.outOfRange("clientId", "an integer from 1 to " + clientCount);
    int clientId = (int) id;
    if (owners[clientId] == connection) {
      if (states[clientId] == WAITING) return clientId;
      throw Fault.wrongState("client " + clientId + " has sent complete already");
    }
    if (owners[clientId] != null) {
      throw new Fault("client-taken", "client " + clientId + " belongs to another connection");
    }
    owners[clientId] = connection;
    speakers.computeIfAbsent(connection, key -> new ArrayList<>()).add(clientId);
    unclaimed--;
    // A client taken for gone that speaks after all is waited for again.
    if (namelessDisconnected > unclaimed) namelessDisconnected--;
    return clientId;
  }

  void complete(int clientId) {
    states[clientId] = COMPLETE;
    waiting--;
    awaitedReports++;
  }

  /** Nobody is waited for any more: all are complete or counted out. */
  boolean isSettled() {
    return waiting - namelessDisconnected - namelessSilent <= 0;
  }

  /** {@code connection} has ended; gives the clients it spoke for. */
  List<Integer> depart(C connection) {
    List<Integer> clients = speakers.remove(connection);
    return clients == null ? List.of() : clients;
  }

  void countOutDisconnected(int clientId) {
    if (states[clientId] == WAITING) countOut(clientId, "disconnected");
  }

  /**
   * A connection that spoke for nobody has ended. It was a client only if the connections that are still open and silent
   * are too few to be all the clients not heard of yet; else it was a spectator.
   */
  void countOutNameless(int openConnections) {
    int silentConnections = openConnections - speakers.size();
    if (unclaimed - namelessDisconnected > silentConnections) namelessDisconnected++;
  }

  /** Counts out everyone still waited for. */
  void countOutSilent() {
    boolean nameThem = namelessDisconnected == 0;
    namelessSilent = nameThem ? 0 : unclaimed - namelessDisconnected;
    for (int clientId = 1; clientId <= clientCount; clientId++) {
      if (states[clientId] == WAITING && (nameThem || owners[clientId] != null)) countOut(clientId, "silent");
    }
  }

  /** @throws Fault when these clients cannot be reported on */
  void checkReported(List<Long> clientIds) throws Fault {
    Set<Long> seen = new HashSet<>();
    for (long clientId : clientIds) {
      if (clientId > clientCount) throw Fault.outOfRange("clientIds", "integers from 1 to " + clientCount);
      if (!seen.add(clientId)) throw new Fault("out-of-range", "clientIds has " + clientId + " twice");
      if (reported[(int) clientId]) {
        throw Fault.wrongState("client " + clientId + " has been reported already");
      }
    }
  }

  void report(List<Long> clientIds) {
    for (long clientId : clientIds) {
      reported[(int) clientId] = true;
      if (states[(int) clientId] == COMPLETE) awaitedReports--;
    }
  }

  boolean isAllReported() {
    return awaitedReports == 0;
  }

  void countOutUnreported() {
    for (int clientId = 1; clientId <= clientCount; clientId++) {
      if (states[clientId] == COMPLETE && !reported[clientId]) named.add(new Vanished((long) clientId, "no-report"));
    }
    awaitedReports = 0;
  }

  /** Those counted out: first the ones with an id in the order it happened, then the nameless. */
  List<Vanished> vanished() {
    List<Vanished> all = new ArrayList<>(named);
    for (int i = 0; i < namelessDisconnected; i++) all.add(new Vanished(null, "disconnected"));
    for (int i = 0; i < namelessSilent; i++) all.add(new Vanished(null, "silent"));
    return all;
  }

  private void countOut(int clientId, String why) {
    states[clientId] = COUNTED_OUT;
    waiting--;
    named.add(new Vanished((long) clientId, why));
  }
}
