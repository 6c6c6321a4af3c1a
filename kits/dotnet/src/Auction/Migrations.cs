using System.Data.Common;
using System.Globalization;
using Dapper;

namespace Outcry.Kit.Auction;

/// <summary>The numbered SQL files of apps/schema, which are part of the assembly: gives a database those it still lacks.</summary>
internal static class Migrations
{
    public static async Task Apply(DbConnection connection, DatabaseTarget target)
    {
        var all = Of(target.Schema);
        if (Lacking(all, await VersionOf(connection, target, null), target.Label).Count == 0) return;
        await using var transaction = await connection.BeginTransactionAsync();
        // Looked at again: another process may have been faster.
        foreach (var (_, sql) in Lacking(all, await VersionOf(connection, target, transaction), target.Label))
        {
            await connection.ExecuteAsync(sql, transaction: transaction);
        }
        await transaction.CommitAsync();
    }

    private static List<(int Version, string Sql)> Lacking(List<(int Version, string Sql)> all, int current, string label)
    {
        var newest = all.Max((migration) => migration.Version);
        if (current <= newest) return [.. all.Where((migration) => migration.Version > current)];
        throw new InvalidOperationException(
            $"{label} has schema {current}, and this app knows schemas up to {newest}: update the app, or give it another database");
    }

    /// <summary>0 for an empty database.</summary>
    private static async Task<int> VersionOf(DbConnection connection, DatabaseTarget target, DbTransaction? transaction)
    {
        var tables = await connection.ExecuteScalarAsync<long>(target.CountVersionTables, transaction: transaction);
        if (tables == 0) return 0;
        return await connection.ExecuteScalarAsync<int?>("SELECT MAX(version) FROM schema_version", transaction: transaction) ?? 0;
    }

    private static List<(int Version, string Sql)> Of(string schema)
    {
        var assembly = typeof(Migrations).Assembly;
        var prefix = $"schema/{schema}/";
        return [.. assembly.GetManifestResourceNames()
            .Where((name) => name.StartsWith(prefix) && name.EndsWith(".sql"))
            .Select((name) =>
            {
                using var reader = new StreamReader(assembly.GetManifestResourceStream(name)!);
                var version = int.Parse(Path.GetFileNameWithoutExtension(name), CultureInfo.InvariantCulture);
                return (version, reader.ReadToEnd());
            })
            .OrderBy((migration) => migration.Item1)];
    }
}
