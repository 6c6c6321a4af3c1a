package outcry.auction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * How often passwords may be tried and users made. What succeeds costs nothing; what fails is counted for the connection, for
 * the name, whoever tries it, and for the address, so that neither new connections nor new names help.
 */
final class Attempts {
  static final Limit.Rate OF_CONNECTION = new Limit.Rate(10, 10_000);
  static final Limit.Rate OF_NAME = new Limit.Rate(10, 30_000);
  static final Limit.Rate OF_ADDRESS = new Limit.Rate(100, 2_000);

  /** Users made from one address; a whole office may share one. */
  static final Limit.Rate REGISTRATIONS = new Limit.Rate(300, 5_000);

  private static final String TOO_MANY_LOGINS = "Too many attempts to log in. Wait half a minute and try again.";
  private static final String TOO_MANY_USERS = "Too many attempts to register. Wait half a minute and try again.";

  private final Time time;
  private final Limits names = new Limits(OF_NAME);
  private final Limits addresses = new Limits(OF_ADDRESS);
  private final Limits registrations = new Limits(REGISTRATIONS);

  Attempts(Time time) {
    this.time = time;
  }

  /** @param key of the name that is tried */
  <T> T logIn(Visitor visitor, String key, Supplier<T> attempt) {
    List<Limit> limits = common(visitor);
    limits.add(names.of(key, time.now()));
    return counted(limits, TOO_MANY_LOGINS, attempt);
  }

  <T> T register(Visitor visitor, Supplier<T> attempt) {
    if (visitor.address() != null && !registrations.of(visitor.address(), time.now()).take(time.now())) {
      throw new Refusal("too-many", TOO_MANY_USERS);
    }
    return counted(common(visitor), TOO_MANY_USERS, attempt);
  }

  private List<Limit> common(Visitor visitor) {
    List<Limit> limits = new ArrayList<>(3);
    limits.add(visitor.attempts());
    if (visitor.address() != null) limits.add(addresses.of(visitor.address(), time.now()));
    return limits;
  }

  /**
   * Counted when it has failed. Attempts that are under way at the same time may so go over the limit once, on credit; in return
   * a hundred connections of one user can log in at once.
   */
  private <T> T counted(List<Limit> limits, String reason, Supplier<T> attempt) {
    for (Limit limit : limits) if (!limit.has(time.now())) throw new Refusal("too-many", reason);
    try {
      return attempt.get();
    } catch (Refusal refusal) {
      boolean isFailure = refusal.code().equals("wrong-login") || refusal.code().equals("name-taken");
      if (isFailure) for (Limit limit : limits) limit.charge(time.now());
      throw refusal;
    }
  }
}
