package outcry.hub;

/**
 * How long the hub waits, ms.
 *
 * @param vanish from a client's disconnection to counting it out
 * @param silence without any valid event while running
 * @param report from `harvest` to counting out clients whose report has not come
 */
public record Deadlines(long vanish, long silence, long report) {
  public static final Deadlines USUAL = new Deadlines(5_000, 30_000, 20_000);
}
