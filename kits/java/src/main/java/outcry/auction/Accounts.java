package outcry.auction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Users' accounts: registering, logging in and out. */
final class Accounts {
  /** A login that was made or found again: what the server keeps, and what the client gets. */
  record LoggedIn(Identity identity, Replies.Login login) {}

  private record User(long id, String name, String password) {}

  private final Database database;
  private final Passwords passwords;
  private final Time time;

  Accounts(Database database, Passwords passwords, Time time) {
    this.database = database;
    this.passwords = passwords;
    this.time = time;
  }

  /**
   * Refuses a login that has ended, perhaps over another connection or in another process. A change checks again inside its
   * transaction.
   */
  static void check(Connection connection, Identity identity, long now) throws SQLException {
    Long user =
        Database.number(
            connection,
            "SELECT user_id FROM logins WHERE token_hash = ? AND expires_at > ?",
            identity.tokenHash(),
            now);
    if (user == null) throw new Refusal("not-logged-in", "You are not logged in any more. Log in again.");
  }

  /** Makes a user and logs her in. {@code key} is the name's. */
  LoggedIn register(String name, String key, String password) {
    if (find(key) != null) throw nameTaken(name);
    String phc = passwords.hash(password);
    try {
      return database.transaction(
          connection -> {
            long id =
                Database.insert(
                    connection,
                    "INSERT INTO users (name, name_key, password, created_at) VALUES (?, ?, ?, ?)",
                    name,
                    key,
                    phc,
                    time.now());
            return makeLogin(connection, id, name);
          });
    } catch (Database.Failure failure) {
      SQLException cause = (SQLException) failure.getCause();
      if (Sqlite.isDuplicate(cause) || Mysql.isDuplicate(cause)) throw nameTaken(name);
      throw failure;
    }
  }

  /** A new login of the user whose name has this key. Takes as long when there is none. */
  LoggedIn logIn(String key, String password) {
    User user = find(key);
    boolean isRight = passwords.check(password, user == null ? null : user.password());
    if (user == null || !isRight) {
      throw new Refusal("wrong-login", "This name and this password do not belong together.", "password");
    }
    return database.transaction(connection -> makeLogin(connection, user.id(), user.name()));
  }

  /** The login that {@code token} belongs to. It ends when it would have ended anyway. */
  LoggedIn resume(String token) {
    String hash = Tokens.hash(token);
    String sql =
        "SELECT users.id, users.name, logins.expires_at FROM logins JOIN users ON users.id = logins.user_id"
            + " WHERE logins.token_hash = ? AND logins.expires_at > ?";
    Identity identity =
        database.query(
            connection -> {
              try (PreparedStatement statement =
                      Database.prepared(connection.prepareStatement(sql), hash, time.now());
                  ResultSet rows = statement.executeQuery()) {
                return rows.next() ? new Identity(rows.getLong(1), rows.getString(2), hash, rows.getLong(3)) : null;
              }
            });
    if (identity == null) throw new Refusal("login-expired", "Your login has ended. Log in again.");
    return new LoggedIn(identity, login(identity, token));
  }

  void check(Identity identity) {
    database.query(
        connection -> {
          check(connection, identity, time.now());
          return null;
        });
  }

  /** Ends a login, for every connection that uses its token. */
  void logOut(Identity identity) {
    database.query(
        connection ->
            Database.execute(connection, "DELETE FROM logins WHERE token_hash = ?", identity.tokenHash()));
  }

  /** The user whose name has this key; null when there is none. */
  private User find(String key) {
    return database.query(
        connection -> {
          try (PreparedStatement statement =
                  Database.prepared(
                      connection.prepareStatement("SELECT id, name, password FROM users WHERE name_key = ?"), key);
              ResultSet rows = statement.executeQuery()) {
            return rows.next() ? new User(rows.getLong(1), rows.getString(2), rows.getString(3)) : null;
          }
        });
  }

  private LoggedIn makeLogin(Connection transaction, long userId, String user) throws SQLException {
    long now = time.now();
    Database.execute(transaction, "DELETE FROM logins WHERE expires_at <= ?", now);
    String token = Tokens.make();
    Identity identity = new Identity(userId, user, Tokens.hash(token), now + Tokens.LOGIN_MS);
    Database.execute(
        transaction,
        "INSERT INTO logins (token_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
        identity.tokenHash(),
        userId,
        now,
        identity.expiresAt());
    return new LoggedIn(identity, login(identity, token));
  }

  private static Replies.Login login(Identity identity, String token) {
    return new Replies.Login(identity.user(), token, Replies.iso(identity.expiresAt()));
  }

  private static Refusal nameTaken(String name) {
    return new Refusal(
        "name-taken", "The name " + name + " is taken, or looks the same as one that is. Choose another.", "name");
  }
}
