using System.Text.Json;
using Outcry.SignalR.Wire;

namespace Outcry.SignalR.Load;

/// <summary>Checks of single fields of what clients send. Each gives null when there is no fault.</summary>
internal static class Checks
{
    /// <summary>The largest integer up to which a number of JSON, read as JavaScript does, is exact.</summary>
    public const long LargestInteger = (1L << 53) - 1;

    public static Fault? Type(string field, JsonElement value, JsonValueKind kind)
    {
        if (value.ValueKind == kind) return null;
        return value.ValueKind == JsonValueKind.Undefined ? Fault.Missing(field) : Fault.Mistyped(field, Called(kind));
    }

    /// <summary>An integer from <paramref name="least"/> to <paramref name="most"/>; <c>2.0</c> is one.</summary>
    public static Fault? Integer(string field, JsonElement number, long least, long most = LargestInteger)
    {
        var value = Number(number);
        if (double.IsInteger(value) && value >= least && value <= most) return null;
        return Fault.OutOfRange(field, most == LargestInteger ? $"an integer, {least} or more" : $"an integer from {least} to {most}");
    }

    /// <summary>A number that is not infinite: JSON can write <c>1e999</c>.</summary>
    public static Fault? Finite(string field, JsonElement number) =>
        double.IsFinite(Number(number)) ? null : Fault.OutOfRange(field, "a finite number");

    /// <summary>As JavaScript reads it: what is too large is infinite.</summary>
    public static double Number(JsonElement number) =>
        number.TryGetDouble(out var value) ? value : double.PositiveInfinity;

    public static string Text(JsonElement text) => JsonText.Decode(text);

    private static string Called(JsonValueKind kind) => kind switch
    {
        JsonValueKind.String => "a string",
        JsonValueKind.Number => "a number",
        JsonValueKind.Array => "an array",
        _ => "an object",
    };
}
