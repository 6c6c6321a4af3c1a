using System.Text.Json;
using Outcry.Kit.Json;

namespace Outcry.Kit.Load;

/// <summary>A fault in what was sent: the code and the sentence it is refused with. protocol/README.md has the codes.</summary>
internal sealed record Fault(string Code, string Reason)
{
    public static readonly Fault NotAnObject = new("wrong-type", "the data must be a JSON object");

    public static readonly Fault NotJson = new("bad-json", "this is not JSON");

    public static readonly Fault UnknownName = new("unknown-name", "nobody in the room has the name that this feed is for");

    public static readonly Fault NotUtf8 = new("bad-json", "not UTF-8");

    public static Fault Missing(string field) => new("missing-field", $"{field} is missing");

    public static Fault Mistyped(string field, string expected) => new("wrong-type", $"{field} must be {expected}");

    public static Fault OutOfRange(string field, string expected) => new("out-of-range", $"{field} must be {expected}");

    /// <summary>Null when a field is an integer from <paramref name="least"/> to <paramref name="most"/>; <c>2.0</c> is one.</summary>
    public static Fault? InInteger(string field, JsonElement value, int least, int most)
    {
        if (value.ValueKind == JsonValueKind.Undefined) return Missing(field);
        if (value.ValueKind != JsonValueKind.Number) return Mistyped(field, "a number");
        var number = JsonNumber.Read(value);
        if (double.IsInteger(number) && number >= least && number <= most) return null;
        return OutOfRange(field, $"an integer from {least:N0} to {most:N0}");
    }

    public static Fault WrongState(string reason) => new("wrong-state", reason);

    public static Fault TooLarge(string reason) => new("too-large", reason);
}
