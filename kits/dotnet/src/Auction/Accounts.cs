using System.Data.Common;
using System.Globalization;
using Dapper;

namespace Outcry.Kit.Auction;

/// <summary>Users' accounts: registering, logging in and out.</summary>
internal sealed class Accounts(Database database, Passwords passwords, Func<long> now)
{
    private long Now => now();

    /// <summary>Refuses a login that has ended, perhaps over another connection or in another process. A change checks again
    /// inside its transaction.</summary>
    public static async Task CheckLogin(DbConnection connection, DbTransaction? transaction, Identity identity, long now)
    {
        var found = await connection.ExecuteScalarAsync<long?>(
            "SELECT user_id FROM logins WHERE token_hash = @TokenHash AND expires_at > @now",
            new { identity.TokenHash, now }, transaction);
        if (found == null) throw new Refusal("not-logged-in", "You are not logged in any more. Log in again.");
    }

    /// <summary>Makes a user and logs her in.</summary>
    public async Task<(Identity, Login)> Register(Input.Credentials who)
    {
        if (await Find(who.Key) != null) throw NameTaken(who.Name);
        var password = await passwords.Hash(who.Password);
        return await database.Write(async (connection, transaction) =>
        {
            var id = await connection.ExecuteScalarAsync<long?>(
                """
                INSERT INTO users (name, name_key, password, created_at) VALUES (@Name, @Key, @password, @Now)
                ON CONFLICT (name_key) DO NOTHING RETURNING id
                """,
                new { who.Name, who.Key, password, Now }, transaction);
            return await MakeLogin(connection, transaction, id ?? throw NameTaken(who.Name), who.Name);
        });
    }

    /// <summary>A new login of the user whose name has this key. Takes as long when there is none.</summary>
    public async Task<(Identity, Login)> LogIn(Input.Credentials who)
    {
        var user = await Find(who.Key);
        if (!await passwords.Check(who.Password, user?.Password) || user == null)
        {
            throw new Refusal("wrong-login", "This name and this password do not belong together.", "password");
        }
        return await database.Write((connection, transaction) => MakeLogin(connection, transaction, user.Id, user.Name));
    }

    /// <summary>The login that a token belongs to. It ends when it would have ended anyway.</summary>
    public async Task<(Identity, Login)> Resume(string token)
    {
        var tokenHash = Tokens.Hash(token);
        await using var connection = await database.Open();
        var found = await connection.QuerySingleOrDefaultAsync<LoginRow>(
            """
            SELECT users.id AS Id, users.name AS Name, logins.expires_at AS ExpiresAt FROM logins
            JOIN users ON users.id = logins.user_id
            WHERE logins.token_hash = @tokenHash AND logins.expires_at > @Now
            """,
            new { tokenHash, Now });
        if (found == null) throw new Refusal("login-expired", "Your login has ended. Log in again.");
        var identity = new Identity(found.Id, found.Name, tokenHash, found.ExpiresAt);
        return (identity, LoginOf(identity, token));
    }

    /// <inheritdoc cref="CheckLogin"/>
    public async Task Check(Identity identity)
    {
        await using var connection = await database.Open();
        await CheckLogin(connection, null, identity, Now);
    }

    /// <summary>Ends a login, for every connection that uses its token.</summary>
    public Task LogOut(Identity identity) => database.Write((connection, transaction) =>
        connection.ExecuteAsync("DELETE FROM logins WHERE token_hash = @TokenHash", new { identity.TokenHash }, transaction));

    private async Task<UserRow?> Find(string key)
    {
        await using var connection = await database.Open();
        return await connection.QuerySingleOrDefaultAsync<UserRow>(
            "SELECT id AS Id, name AS Name, password AS Password FROM users WHERE name_key = @key", new { key });
    }

    private async Task<(Identity, Login)> MakeLogin(DbConnection connection, DbTransaction transaction, long userId, string user)
    {
        var (token, at) = (Tokens.New(), Now);
        var identity = new Identity(userId, user, Tokens.Hash(token), at + Tokens.LoginMs);
        await connection.ExecuteAsync("DELETE FROM logins WHERE expires_at <= @at", new { at }, transaction);
        await connection.ExecuteAsync(
            "INSERT INTO logins (token_hash, user_id, created_at, expires_at) VALUES (@TokenHash, @UserId, @at, @ExpiresAt)",
            new { identity.TokenHash, identity.UserId, at, identity.ExpiresAt }, transaction);
        return (identity, LoginOf(identity, token));
    }

    private static Login LoginOf(Identity identity, string token) => new(identity.User, token, IsoTime(identity.ExpiresAt));

    /// <summary>ISO 8601, UTC, with milliseconds.</summary>
    public static string IsoTime(long ms) =>
        DateTimeOffset.FromUnixTimeMilliseconds(ms).ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);

    private static Refusal NameTaken(string name) =>
        new("name-taken", $"The name {name} is taken, or looks the same as one that is. Choose another.", "name");

    private sealed class UserRow
    {
        public required long Id { get; init; }
        public required string Name { get; init; }
        public required string Password { get; init; }
    }

    private sealed class LoginRow
    {
        public required long Id { get; init; }
        public required string Name { get; init; }
        public required long ExpiresAt { get; init; }
    }
}
