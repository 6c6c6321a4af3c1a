using System.Globalization;
using System.Net;

namespace Outcry.Kit;

/// <summary>The options that the server process reads from its environment.</summary>
/// <param name="Port">0: any free one.</param>
/// <param name="StaticDir">The folder of the built pages; null when there are none.</param>
/// <param name="ControlToken">null: nobody controls the load test</param>
public sealed record ServerOptions(
    IPAddress Address, string Host, int Port, string? StaticDir, string? ControlToken)
{
    /// <summary>True if messages are compressed, where the framework can.</summary>
    public bool Compresses { get; init; }

    /// <summary>True if lost sessions are recovered, where the framework can.</summary>
    public bool Recovers { get; init; }

    /// <param name="problem">a sentence that says what is wrong</param>
    public static bool TryRead(Func<string, string?> environment, out ServerOptions options, out string problem)
    {
        options = null!;
        problem = "";
        var host = NullIfEmpty(environment("HOST")) ?? "127.0.0.1";
        var port = NullIfEmpty(environment("PORT")) ?? "0";
        if (!ushort.TryParse(port, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
        {
            problem = $"PORT is \"{port}\"; it must be a number from 0 to 65535";
            return false;
        }
        IPAddress? address = null;
        if (host != "localhost" && !IPAddress.TryParse(host, out address))
        {
            problem = $"HOST is \"{host}\"; it must be an IP address of this machine, or localhost";
            return false;
        }
        options = new ServerOptions(
            address ?? IPAddress.Loopback, host, number, NullIfEmpty(environment("STATIC_DIR")), NullIfEmpty(environment("CONTROL_TOKEN")))
        {
            Compresses = environment("COMPRESSION") == "deflate",
            Recovers = environment("RECOVERY") == "on",
        };
        return true;
    }

    private static string? NullIfEmpty(string? text) => string.IsNullOrEmpty(text) ? null : text;
}
