using System.Data.Common;
using Dapper;

namespace Outcry.Kit.Auction;

/// <summary>
/// The auction house's database, through ADO.NET: read by anyone, written by one at a time. The database's own lock would make
/// writers so anyway; this way those of one process wait without a thread, and events leave in the order of their revisions.
/// </summary>
internal sealed class Database
{
    /// <summary>Most writers that are kept waiting.</summary>
    private const int QueueLimit = 2_000;

    private readonly DatabaseTarget _target;
    private readonly SemaphoreSlim _writer = new(1);
    private int _waiting;

    private Database(DatabaseTarget target) => _target = target;

    /// <summary>Opens the database and brings its schema up to date.</summary>
    public static async Task<Database> OpenAsync(DatabaseTarget target)
    {
        target.Prepare();
        var database = new Database(target);
        await using var connection = await database.Open();
        await Migrations.Apply(connection, target);
        return database;
    }

    /// <summary>A connection from the provider's pool; to be disposed of soon.</summary>
    public async Task<DbConnection> Open()
    {
        var connection = _target.Factory.CreateConnection()!;
        try
        {
            connection.ConnectionString = _target.ConnectionString;
            await connection.OpenAsync();
            await connection.ExecuteAsync(_target.OnOpen);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    /// <summary>Does something in a transaction that is kept when it returns and undone when it throws.</summary>
    public Task<T> Write<T>(Func<DbConnection, DbTransaction, Task<T>> work) => InTurn(() => Transact(work));

    /// <summary>
    /// Makes one change of the house, after those that came before it.
    /// </summary>
    /// <param name="make">gets the revision that this change will have, and a transaction that no other change runs beside, in this
    /// process or another</param>
    /// <param name="kept">called at once when the change is durable, in the order of the revisions; must not throw</param>
    /// <param name="check">throws what can be refused without the lock</param>
    public Task<T> Change<T>(
        Func<DbConnection, DbTransaction, long, Task<T>> make, Action<T> kept, Func<DbConnection, Task>? check = null) =>
        InTurn(async () =>
        {
            if (check != null)
            {
                await using var connection = await Open();
                await check(connection);
            }
            var result = await Transact(async (connection, transaction) =>
            {
                // The first statement, on purpose: it takes the lock that makes changes follow each other on every database.
                await connection.ExecuteAsync("UPDATE house SET revision = revision + 1 WHERE id = 1", transaction: transaction);
                var revision = await connection.ExecuteScalarAsync<long>("SELECT revision FROM house", transaction: transaction);
                return await make(connection, transaction, revision);
            });
            kept(result);
            return result;
        });

    /// <summary>Lets the change under way finish and closes all connections.</summary>
    public async Task Close()
    {
        await _writer.WaitAsync();
        _target.Close();
    }

    private async Task<T> Transact<T>(Func<DbConnection, DbTransaction, Task<T>> work)
    {
        await using var connection = await Open();
        // SQLite's provider takes the write lock here: what has been read cannot change under it.
        await using var transaction = await connection.BeginTransactionAsync();
        var result = await work(connection, transaction);
        await transaction.CommitAsync();
        return result;
    }

    private async Task<T> InTurn<T>(Func<Task<T>> work)
    {
        if (Interlocked.Increment(ref _waiting) > QueueLimit)
        {
            Interlocked.Decrement(ref _waiting);
            throw new Refusal("too-many", "The house is very busy. Try again in a few seconds.");
        }
        await _writer.WaitAsync();
        try
        {
            return await work();
        }
        finally
        {
            Interlocked.Decrement(ref _waiting);
            _writer.Release();
        }
    }
}
