using System.Diagnostics;

namespace Outcry.Kit;

public static class Clock
{
    private static readonly double TicksPerMs = Stopwatch.Frequency / 1_000d;

    /// <summary>
    /// ms, monotonic, to the microsecond. On Linux <see cref="Stopwatch"/> reads CLOCK_MONOTONIC, which is the clock of every process
    /// on the host: Node's <c>process.hrtime</c> gives the same.
    /// </summary>
    public static double Now() => Math.Round(Stopwatch.GetTimestamp() / TicksPerMs, 3);
}
