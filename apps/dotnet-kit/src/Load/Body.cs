using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Outcry.Kit.Json;

namespace Outcry.Kit.Load;

/// <summary>
/// A body on its way through: one JSON value, written with the bytes it came in and never decoded; or a string of so many characters.
/// </summary>
[JsonConverter(typeof(Writer))]
internal readonly struct Body
{
    /// <summary>A text of so many bytes must be carried in a body.</summary>
    public const int PayloadLimit = 1_048_576;

    /// <summary>Most bytes of JSON: a payload, and room for fields around it.</summary>
    public const int Limit = PayloadLimit + 65_536;

    public const int DepthLimit = 32;

    private static readonly Fault TooDeep = Fault.TooLarge($"a body may be nested {DepthLimit} levels deep, and this one is deeper");

    /// <summary>What a body of so many bytes is cut from: what each language here repeats.</summary>
    private static readonly byte[] Filling = [.. Repeat("etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789"u8.ToArray(), PayloadLimit)];

    private readonly JsonElement _json;
    private readonly int _bytes;

    private Body(JsonElement json, int bytes) => (_json, _bytes) = (json, bytes);

    /// <summary>One value as a body; null with the fault that it has.</summary>
    public static Body? Of(JsonElement value, out Fault? fault)
    {
        fault = value.ValueKind == JsonValueKind.Undefined ? Fault.Missing("the body") : FaultIn(JsonMarshal.GetRawUtf8Value(value));
        return fault == null ? new Body(value, 0) : null;
    }

    /// <summary>What <c>{"body": ...}</c> or <c>{"bytes": n}</c> asks for; null with the fault that it has.</summary>
    public static Body? AskedFor(JsonElement asked, out Fault? fault)
    {
        fault = Fault.NotAnObject;
        if (asked.ValueKind != JsonValueKind.Object) return null;
        var fields = new Fields(asked);
        var (body, bytes) = (fields["body"], fields["bytes"]);
        if (bytes.ValueKind == JsonValueKind.Undefined)
        {
            if (body.ValueKind != JsonValueKind.Undefined) return Of(body, out fault);
            fault = new Fault("missing-field", "there must be either body or bytes");
            return null;
        }
        if (body.ValueKind != JsonValueKind.Undefined) fault = new Fault("out-of-range", "there must be either body or bytes, not both");
        else fault = Fault.InInteger("bytes", bytes, 0, PayloadLimit);
        return fault == null ? new Body(default, (int)JsonNumber.Read(bytes)) : null;
    }

    /// <summary>Reads JSON that has bodies in it; null with the fault that it has.</summary>
    public static JsonElement? Parse(byte[] text, out Fault? fault)
    {
        try
        {
            // What has bodies in it is deeper than they are, by a little. The platform's reading becomes very slow with the depth.
            fault = IsDeeper(text, 2 * DepthLimit - 1) ? TooDeep : null;
            return fault == null ? JsonElement.Parse(text) : null;
        }
        catch (JsonException)
        {
            fault = Fault.NotJson;
            return null;
        }
    }

    private static Fault? FaultIn(ReadOnlySpan<byte> json)
    {
        if (json.Length > Limit) return Fault.TooLarge($"a body may be {Limit:N0} bytes of JSON, and this one is {json.Length:N0}");
        if (!System.Text.Unicode.Utf8.IsValid(json)) return Fault.NotUtf8;
        return IsDeeper(json, DepthLimit) ? TooDeep : null;
    }

    private static bool IsDeeper(ReadOnlySpan<byte> json, int levels)
    {
        // Few brackets cannot be nested deep, and are counted faster than JSON is read.
        if (json.Count((byte)'[') + json.Count((byte)'{') <= levels) return false;
        var reader = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = int.MaxValue });
        while (reader.Read())
        {
            if (reader.CurrentDepth >= levels && reader.TokenType is JsonTokenType.StartArray or JsonTokenType.StartObject) return true;
        }
        return false;
    }

    private static IEnumerable<byte> Repeat(byte[] text, int length) => Enumerable.Range(0, length).Select((i) => text[i % text.Length]);

    internal sealed class Writer : JsonConverter<Body>
    {
        public override Body Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Body body, JsonSerializerOptions options)
        {
            if (body._json.ValueKind == JsonValueKind.Undefined) writer.WriteStringValue(Filling.AsSpan(0, body._bytes));
            else writer.WriteRawValue(JsonMarshal.GetRawUtf8Value(body._json), skipInputValidation: true);
        }
    }
}
