using System.Diagnostics;

namespace Outcry.SignalR.Load;

/// <summary>The server's clock: ms since the epoch, with fractions, never going back.</summary>
internal static class ServerClock
{
    private static readonly double Origin = (DateTime.UtcNow - DateTime.UnixEpoch).TotalMilliseconds;
    private static readonly long Start = Stopwatch.GetTimestamp();

    public static double Now() => Origin + Stopwatch.GetElapsedTime(Start).TotalMilliseconds;
}
