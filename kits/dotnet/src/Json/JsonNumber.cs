using System.Text.Json;

namespace Outcry.Kit.Json;

/// <summary>Numbers in JSON that a client sent.</summary>
internal static class JsonNumber
{
    /// <summary>The largest integer up to which a number of JSON, read as JavaScript does, is exact.</summary>
    public const long LargestInteger = (1L << 53) - 1;

    /// <summary>Reads a number as JavaScript does: one that is too large (JSON can write <c>1e999</c>) is infinite.</summary>
    public static double Read(JsonElement number) => number.TryGetDouble(out var value) ? value : double.PositiveInfinity;
}
