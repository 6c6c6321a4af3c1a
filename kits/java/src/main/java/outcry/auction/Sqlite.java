package outcry.auction;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteException;
import org.sqlite.util.OSInfo;

/**
 * The auction house in a SQLite file, which several processes may share. A change waits until the disk has it
 * (`synchronous = FULL`), so that neither kill -9 nor a power cut takes an accepted bid. A transaction takes the write lock when it
 * begins: what it has read cannot change under it.
 */
final class Sqlite {
  /** Takes the lock of those who write. */
  static final String BEGIN = "BEGIN IMMEDIATE";

  /** Readers beside the one that changes. */
  private static final int CONNECTIONS = 8;

  /** The time for which SQLite itself waits for another process's lock, ms; then it is tried again. */
  private static final int BUSY_TIMEOUT_MS = 100;

  static {
    // If the app has unpacked the native library, the driver takes it from there and writes none.
    String natives = System.getProperty("outcry.natives");
    if (natives != null) {
      Path folder = Path.of(natives, "org/sqlite/native", OSInfo.getNativeLibFolderPathForCurrentOS());
      System.setProperty("org.sqlite.lib.path", folder.toString());
    }
  }

  private Sqlite() {}

  /** True if another process has the lock: trying again helps. */
  static boolean isBusy(SQLException error) {
    // The lower byte is the kind; what is above it says more of it.
    int kind = error instanceof SQLiteException sqlite ? sqlite.getResultCode().code & 0xff : 0;
    return kind == 5 || kind == 6;
  }

  /** The unique index on a name's key has it already. */
  static boolean isDuplicate(SQLException error) {
    return error instanceof SQLiteException sqlite && sqlite.getResultCode().code == 2067;
  }

  static HikariDataSource open(DatabaseTarget.Sqlite target) throws SQLException {
    boolean isMemory = target.path().equals(DatabaseTarget.SQLITE_MEMORY);
    if (!isMemory) create(Path.of(target.path()));
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.enforceForeignKeys(true);
    config.setBusyTimeout(BUSY_TIMEOUT_MS);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + target.path());
    if (!isMemory) {
      // Before there is a pool, which would wrap the errors that say to try again.
      try (Connection connection = source.getConnection()) {
        migrate(connection, target.label());
      }
    }
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("auction");
    pool.setDataSource(source);
    // A database in memory is a connection's own.
    pool.setMaximumPoolSize(isMemory ? 1 : CONNECTIONS);
    pool.setMaxLifetime(0);
    HikariDataSource pooled = new HikariDataSource(pool);
    if (isMemory) {
      try (Connection connection = pooled.getConnection()) {
        migrate(connection, target.label());
      }
    }
    return pooled;
  }

  /** The file holds what passwords are checked against: it is nobody else's to read. */
  private static void create(Path file) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      Files.createDirectories(folder);
      boolean isPosix = Files.getFileStore(folder).supportsFileAttributeView("posix");
      if (isPosix) {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } else Files.createFile(file);
    } catch (FileAlreadyExistsException e) {
      // As it should be, from the second time on.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void migrate(Connection connection, String label) throws SQLException {
    connection.setAutoCommit(false);
    try {
      Migrations.apply(connection, "sqlite", version(connection), label);
      connection.commit();
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private static long version(Connection connection) throws SQLException {
    String table = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = 'schema_version'";
    if (Database.number(connection, table) == 0) return 0;
    return Database.number(connection, "SELECT COALESCE(MAX(version), 0) FROM schema_version");
  }
}
