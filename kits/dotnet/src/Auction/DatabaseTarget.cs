using System.Data.Common;
using System.Text.RegularExpressions;

namespace Outcry.Kit.Auction;

/// <summary>The database that <c>DATABASE_URL</c> names, in the terms of ADO.NET. Reading it opens nothing.</summary>
/// <param name="Label">says it to people, without a password</param>
/// <param name="Schema">the folder of kits/schema that is for it</param>
/// <param name="OnOpen">statements that every connection begins with</param>
/// <param name="CountVersionTables">1 where the schema has been applied, 0 in an empty database</param>
/// <param name="Missing">the reason why this system cannot open it, a sentence; null when it lacks nothing</param>
/// <param name="Prepare">done once, before the first connection</param>
/// <param name="Close">done once, after the last</param>
public sealed partial record DatabaseTarget(
    string Label, string Schema, DbProviderFactory Factory, string ConnectionString, string OnOpen,
    string CountVersionTables, Func<string?> Missing, Action Prepare, Action Close)
{
    /// <summary>A file in the app's own folder, where its server is started.</summary>
    private const string Default = "sqlite:data/auction.sqlite";

    /// <param name="Form">the form of its URLs</param>
    /// <param name="Read">reads what follows the scheme; throws a <see cref="FormatException"/> with a sentence</param>
    private sealed record Kind(string Scheme, string Form, Func<string, DatabaseTarget> Read);

    /// <summary>The databases that this app can serve. Another one is its package, and a line here.</summary>
    private static readonly Kind[] Kinds = [new("sqlite", "sqlite:<path of a file>", Sqlite.Target)];

    [GeneratedRegex("^([a-z][a-z0-9+.-]*):", RegexOptions.IgnoreCase)]
    private static partial Regex Scheme { get; }

    /// <summary>Reads a database URL. Throws a <see cref="FormatException"/> with a sentence that never contains a password.</summary>
    public static DatabaseTarget Read(string? url)
    {
        var text = string.IsNullOrEmpty(url) ? Default : url;
        var scheme = Scheme.Match(text).Groups[1].Value.ToLowerInvariant();
        if (Kinds.FirstOrDefault((kind) => kind.Scheme == scheme) is { } found) return found.Read(text[(scheme.Length + 1)..]);
        // Without a scheme there is no telling which part would be a password: nothing of the text is repeated.
        var what = scheme == "" ? "names no kind of database" : $"asks for \"{scheme}\", which this app cannot serve";
        throw new FormatException($"DATABASE_URL {what}. Write {string.Join(" or ", Kinds.Select((kind) => kind.Form))}.");
    }
}
