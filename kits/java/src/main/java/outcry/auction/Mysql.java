package outcry.auction;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** The auction house in MySQL or MariaDB, which several processes may share. MariaDB's driver speaks to both. */
final class Mysql {
  static final String BEGIN = "START TRANSACTION";

  /** Changes are made one at a time (see {@link Database}); the rest is for reads and log-ins. */
  private static final int CONNECTIONS = 8;

  private static final long CONNECT_TIMEOUT_MS = 10_000;

  /** The lock's name in every app: only one process at a time may apply migrations. */
  private static final String MIGRATION_LOCK = "outcry_schema";

  private static final int MIGRATION_LOCK_SECONDS = 60;

  /** Strict, so that nothing is cut to fit; and a lock is not waited for longer than on other databases. */
  private static final String SESSION =
      "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', SESSION innodb_lock_wait_timeout = 10";

  private static final int DEADLOCK = 1213;
  private static final Set<Integer> DUPLICATES = Set.of(1062, 1586);

  private Mysql() {}

  /** A deadlock, or a pooled connection that the server has closed meanwhile: trying again helps. */
  static boolean isTransient(SQLException error) {
    String state = error.getSQLState();
    return error.getErrorCode() == DEADLOCK || (state != null && state.startsWith("08"));
  }

  static boolean isDuplicate(SQLException error) {
    return DUPLICATES.contains(error.getErrorCode());
  }

  static HikariDataSource open(DatabaseTarget.Mysql target) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setPoolName("auction");
    String at = "address=(host=" + target.host().replaceAll("[\\[\\]]", "") + ")(port=" + target.port() + ")";
    // A server that keeps passwords by SHA-2 gives its key to clients that log in without TLS: as other drivers have it, too.
    config.setJdbcUrl("jdbc:mariadb://" + at + "/" + target.database() + "?allowPublicKeyRetrieval=true");
    config.setUsername(target.user());
    config.setPassword(target.password());
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(CONNECT_TIMEOUT_MS);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setConnectionInitSql(SESSION);
    HikariDataSource pool = new HikariDataSource(config);
    try (Connection connection = pool.getConnection()) {
      migrate(connection, target.label());
      return pool;
    } catch (SQLException | RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  private static void migrate(Connection connection, String label) throws SQLException {
    Long lock = Database.number(connection, "SELECT GET_LOCK(?, ?)", MIGRATION_LOCK, MIGRATION_LOCK_SECONDS);
    if (lock == null || lock != 1) {
      throw new IllegalStateException(label + ": another process has been changing the schema for a minute");
    }
    try {
      String table = "SELECT COUNT(*) FROM information_schema.tables"
          + " WHERE table_schema = DATABASE() AND table_name = 'schema_version'";
      boolean isEmpty = Database.number(connection, table) == 0;
      String version = "SELECT COALESCE(MAX(version), 0) FROM schema_version";
      Migrations.apply(connection, "mysql", isEmpty ? 0 : Database.number(connection, version), label);
    } finally {
      Database.number(connection, "SELECT RELEASE_LOCK(?)", MIGRATION_LOCK);
    }
  }
}
