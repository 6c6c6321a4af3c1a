package outcry.auction;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The auction house's database: opened once, read by anyone, changed by one at a time. Its methods wait. */
final class Database implements AutoCloseable {
  /** Work that is done on a connection. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** A change of the house, which will have that revision. */
  @FunctionalInterface
  interface Change<T> {
    T on(Connection transaction, long revision) throws SQLException;
  }

  /** The database, or the way to it, does not do what it should. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(SQLException cause) {
      super(cause);
    }
  }

  /** The time limit for a lock of another process, ns. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Longest pause between two attempts, ms. */
  private static final int PAUSE_MS = 20;

  /** Most changes that are kept waiting. */
  private static final int QUEUE_LIMIT = 2_000;

  private final HikariDataSource pool;
  private final String begin;
  private final Predicate<SQLException> isTransient;

  /**
   * Lets one change at a time through, within the process too: the lock in the database would make them so anyway, and this way a burst
   * of bids holds one connection, and events leave in the order of their revisions.
   */
  private final ReentrantLock changes = new ReentrantLock(true);

  private final AtomicInteger waiting = new AtomicInteger();

  /** @param begin the statement that begins a transaction */
  private Database(HikariDataSource pool, String begin, Predicate<SQLException> isTransient) {
    this.pool = pool;
    this.begin = begin;
    this.isTransient = isTransient;
  }

  /** Opens the database that {@code target} names and brings its schema up to date. */
  static Database open(DatabaseTarget target) {
    if (target instanceof DatabaseTarget.Sqlite sqlite) {
      return new Database(untilFree(Sqlite::isBusy, () -> Sqlite.open(sqlite)), Sqlite.BEGIN, Sqlite::isBusy);
    }
    DatabaseTarget.Mysql mysql = (DatabaseTarget.Mysql) target;
    return new Database(
        untilFree(Mysql::isTransient, () -> Mysql.open(mysql)), Mysql.BEGIN, Mysql::isTransient);
  }

  /** Reads, or changes by one statement. Again when another process was in the way. */
  <T> T query(Work<T> work) {
    return untilFree(isTransient, () -> on(work));
  }

  /** Does {@code work} in one transaction; again when another process was in the way. */
  <T> T transaction(Work<T> work) {
    return untilFree(isTransient, () -> on(connection -> committed(connection, work)));
  }

  /**
   * Makes one change of the house, in a transaction that no other change runs beside, in this process or another. It is kept when
   * {@code make} returns, and undone when it throws. {@code kept} is called at once when it is durable, in the order of the
   * revisions.
   */
  <T> T change(Change<T> make, Consumer<T> kept) {
    if (waiting.incrementAndGet() > QUEUE_LIMIT) {
      waiting.decrementAndGet();
      throw new Refusal("too-many", "The house is very busy. Try again in a few seconds.");
    }
    changes.lock();
    try {
      T result = attempt(make);
      kept.accept(result);
      return result;
    } finally {
      changes.unlock();
      waiting.decrementAndGet();
    }
  }

  private <T> T attempt(Change<T> make) {
    AtomicBoolean begun = new AtomicBoolean();
    Work<T> work =
        connection -> {
          // The first statement, on purpose: it takes the lock that makes changes follow each other on every database.
          execute(connection, "UPDATE house SET revision = revision + 1 WHERE id = 1");
          begun.set(true);
          return make.on(connection, number(connection, "SELECT revision FROM house"));
        };
    // Once the lock is held, an error may have come after the commit: that change must not be made twice.
    return untilFree(
        error -> !begun.get() && isTransient.test(error), () -> on(connection -> committed(connection, work)));
  }

  /** Closes it after the changes that are under way. */
  @Override
  public void close() {
    changes.lock();
    try {
      pool.close();
    } finally {
      changes.unlock();
    }
  }

  private <T> T on(Work<T> work) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return work.on(connection);
    }
  }

  /**
   * Commits by statements, and not as JDBC does: SQLite's driver would begin the next transaction, which takes the lock, at once when
   * one is committed; and where it cannot, a change that was made would look as if it were not.
   */
  private <T> T committed(Connection connection, Work<T> work) throws SQLException {
    execute(connection, begin);
    try {
      T result = work.on(connection);
      execute(connection, "COMMIT");
      return result;
    } catch (SQLException | RuntimeException | Error error) {
      try {
        execute(connection, "ROLLBACK");
      } catch (SQLException alsoWrong) {
        // The first error stays the one that is reported; some errors end the transaction by themselves.
        error.addSuppressed(alsoWrong);
      }
      throw error;
    }
  }

  /** Executes a statement with these values; gives how many rows it changed. */
  static int execute(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepared(connection.prepareStatement(sql), values)) {
      return statement.executeUpdate();
    }
  }

  /** Inserts a row; gives the id that the database has given it. */
  static long insert(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement =
        prepared(connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS), values)) {
      statement.executeUpdate();
      try (ResultSet keys = statement.getGeneratedKeys()) {
        keys.next();
        return keys.getLong(1);
      }
    }
  }

  /** The number in the first row's only column; null when there is no row. */
  static Long number(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepared(connection.prepareStatement(sql), values);
        ResultSet rows = statement.executeQuery()) {
      return rows.next() ? (Long) rows.getLong(1) : null;
    }
  }

  static PreparedStatement prepared(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
    return statement;
  }

  private interface Attempt<T> {
    T make() throws SQLException;
  }

  private static <T> T untilFree(Predicate<SQLException> isTransient, Attempt<T> attempt) {
    long begun = System.nanoTime();
    for (; ; ) {
      try {
        return attempt.make();
      } catch (SQLException e) {
        if (!isTransient.test(e) || System.nanoTime() - begun > PATIENCE_NANOS) throw new Failure(e);
      }
      try {
        // Processes that wait for the same lock should not all come back at the same moment.
        Thread.sleep(1 + ThreadLocalRandom.current().nextInt(PAUSE_MS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting for the database", e);
      }
    }
  }
}
