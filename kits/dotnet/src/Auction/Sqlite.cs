using System.Reflection;
using System.Runtime.InteropServices;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Outcry.Kit.Auction;

/// <summary>
/// The auction house in a SQLite file, which several processes may share. SQLite itself is the system's, which its distribution
/// patches: the one that NuGet has for this provider is older than the schema wants (3.37).
/// </summary>
internal static class Sqlite
{
    /// <summary>
    /// The time limit for another process's lock, ms. One thread waits; the other writers of this process wait for it.
    /// </summary>
    private const int BusyTimeoutMs = 10_000;

    private const int OldestVersion = 3_037_000;
    private static readonly string[] Libraries = ["libsqlite3.so.0", "libsqlite3.dylib"];
    private static readonly Lazy<string?> Missing = new(Load);

    /// <param name="rest">
    /// after <c>sqlite:</c>, a path relative to the folder the server is started in, or an absolute one; <c>///</c> before it is as good
    /// as <c>/</c>
    /// </param>
    public static DatabaseTarget Target(string rest)
    {
        var path = rest.StartsWith("//") ? rest[2..] : rest;
        if (path == "" || path.Contains('\0') || (rest.StartsWith("//") && !path.StartsWith('/')))
        {
            throw new FormatException(
                "DATABASE_URL names no SQLite file. Write sqlite:data/auction.sqlite (relative to the app) or "
                + "sqlite:/absolute/path.sqlite.");
        }
        if (path == ":memory:")
        {
            throw new FormatException("DATABASE_URL asks for a database in memory; this app has several connections and needs a file.");
        }
        var connection = new SqliteConnectionStringBuilder
        {
            DataSource = Path.GetFullPath(path),
            ForeignKeys = true,
            DefaultTimeout = BusyTimeoutMs / 1_000,
        };
        return new DatabaseTarget(
            $"sqlite:{path}", "sqlite", SqliteFactory.Instance, connection.ToString(),
            $"PRAGMA busy_timeout = {BusyTimeoutMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL",
            "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'",
            () => Missing.Value, () => Prepare(connection.DataSource),
            () => SqliteConnection.ClearPool(new SqliteConnection(connection.ToString())));
    }

    private static void Prepare(string path)
    {
        if (Missing.Value is { } missing) throw new InvalidOperationException(missing);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        if (File.Exists(path)) return;
        var options = new FileStreamOptions { Mode = FileMode.OpenOrCreate, Access = FileAccess.Write, Share = FileShare.ReadWrite };
        // The file holds what passwords are checked against: it is nobody else's to read.
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        new FileStream(path, options).Dispose();
    }

    /// <summary>A sentence; null when SQLite was found and is new enough.</summary>
    private static string? Load()
    {
        NativeLibrary.SetDllImportResolver(typeof(SQLite3Provider_e_sqlite3).Assembly, Resolve);
        try
        {
            // It asks SQLite for its version already.
            raw.SetProvider(new SQLite3Provider_e_sqlite3());
            if (raw.sqlite3_libversion_number() >= OldestVersion) return null;
            return $"SQLite 3.37 or newer is needed, and this system has {raw.sqlite3_libversion().utf8_to_string()}.";
        }
        catch (DllNotFoundException)
        {
            return $"SQLite is not on this system: no {string.Join(" or ", Libraries)}. Install libsqlite3-0 (Debian, Ubuntu) or "
                + "sqlite-libs (Fedora), 3.37 or newer.";
        }
    }

    private static nint Resolve(string name, Assembly assembly, DllImportSearchPath? path)
    {
        foreach (var library in Libraries) if (NativeLibrary.TryLoad(library, out var handle)) return handle;
        return 0;
    }
}
