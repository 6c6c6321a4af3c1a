using System.Text.Json;
using Outcry.Kit.Json;

namespace Outcry.Kit.Load;

/// <summary>A fault in what was sent: thrown where it is found, answered with its code and reason where the thing came in.</summary>
/// <param name="reason">a sentence that the sender can act on</param>
/// <param name="status">the HTTP status that it has as an answer of control</param>
internal sealed class Fault(string code, string reason, int status = 400) : Exception(reason)
{
    public string Code => code;

    public int Status => status;

    /// <summary>The fields of an object, not yet checked.</summary>
    /// <param name="what">the name of <paramref name="data"/> in sentences</param>
    /// <exception cref="Fault">it is no object, or there is none</exception>
    public static Fields FieldsOf(JsonElement data, string what) =>
        data.ValueKind == JsonValueKind.Object ? new Fields(data) : throw new Fault("wrong-type", $"{what} must be a JSON object");

    /// <summary>An integer from <paramref name="least"/> to <paramref name="most"/>; <c>2.0</c> is one.</summary>
    /// <exception cref="Fault">it is absent, or none</exception>
    public static int IntegerOf(JsonElement value, string what, int least, int most)
    {
        if (value.ValueKind == JsonValueKind.Undefined) throw new Fault("missing-field", $"{what} is missing");
        if (value.ValueKind != JsonValueKind.Number) throw new Fault("wrong-type", $"{what} must be a number");
        var number = JsonNumber.Read(value);
        if (double.IsInteger(number) && number >= least && number <= most) return (int)number;
        throw new Fault("out-of-range", $"{what} must be an integer from {least:N0} to {most:N0}");
    }
}
