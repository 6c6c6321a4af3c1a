using System.Text.Json;
using Outcry.Kit.Json;

namespace Outcry.Kit.Load;

/// <summary>Checks of single fields. Each gives null when there is no fault.</summary>
internal static class Check
{
    /// <summary>An integer from <paramref name="least"/> to <paramref name="most"/>; <c>2.0</c> is one.</summary>
    public static Fault? Integer(string field, JsonElement number, int least, int most)
    {
        if (number.ValueKind == JsonValueKind.Undefined) return Fault.Missing(field);
        if (number.ValueKind != JsonValueKind.Number) return Fault.Mistyped(field, "a number");
        var value = JsonNumber.Read(number);
        if (double.IsInteger(value) && value >= least && value <= most) return null;
        return Fault.OutOfRange(field, $"an integer from {least:N0} to {most:N0}");
    }
}
