using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Unicode;
using Outcry.Kit.Json;

namespace Outcry.Kit.Load;

/// <summary>The bodies that verbs carry: how large and how deep they may be, and what <c>request</c> and <c>greet</c> ask for.</summary>
internal static class Bodies
{
    /// <summary>A text of this many bytes must be carried in a body.</summary>
    private const int PayloadLimit = 1_048_576;

    /// <summary>Most bytes of JSON: a payload, and room for fields around it.</summary>
    private const int Limit = PayloadLimit + 65_536;

    private const int DepthLimit = 32;

    /// <summary>The text that a body of N bytes repeats, in each language here.</summary>
    private const string Text = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789";

    private static readonly string Filling = string.Concat(Enumerable.Repeat(Text, PayloadLimit / Text.Length + 1));

    /// <summary>The text that was cut last. Mostly the next request wants it too, and making long texts costs garbage collection.</summary>
    private static volatile string _filled = "";

    /// <summary>A value as a body: it is never decoded.</summary>
    /// <exception cref="Fault">there is none, or it cannot be carried</exception>
    public static RawJson Check(JsonElement body)
    {
        if (body.ValueKind == JsonValueKind.Undefined) throw new Fault("missing-field", "there is no body; null would be one");
        var json = JsonMarshal.GetRawUtf8Value(body);
        if (json.Length > Limit) throw new Fault("too-large", $"a body may be {Limit:N0} bytes of JSON, and this one is {json.Length:N0}");
        if (!Utf8.IsValid(json)) throw new Fault("bad-json", "not UTF-8");
        CheckDepth(json, DepthLimit);
        return new RawJson(body);
    }

    /// <summary>The body that comes with a name, or with its return; null when there is none.</summary>
    /// <exception cref="Fault">it cannot be carried</exception>
    public static RawJson? Beside(JsonElement data)
    {
        if (data.ValueKind != JsonValueKind.Object) return null;
        var body = new Fields(data)["body"];
        return body.ValueKind == JsonValueKind.Undefined ? null : Check(body);
    }

    /// <summary>The body that <c>{"body": any}</c> or <c>{"bytes": n}</c> asks for.</summary>
    /// <param name="what">the name of <paramref name="asked"/> in sentences</param>
    /// <exception cref="Fault">it cannot be asked for so</exception>
    public static object AskedFor(JsonElement asked, string what)
    {
        var fields = Fault.FieldsOf(asked, what);
        var (body, bytes) = (fields["body"], fields["bytes"]);
        if (bytes.ValueKind == JsonValueKind.Undefined) return Check(body);
        if (body.ValueKind != JsonValueKind.Undefined) throw new Fault("out-of-range", $"{what} has both body and bytes, and may have one");
        var length = Fault.IntegerOf(bytes, "bytes", 0, PayloadLimit);
        var filled = _filled;
        return filled.Length == length ? filled : _filled = Filling[..length];
    }

    /// <summary>Reads JSON that has bodies in it.</summary>
    /// <exception cref="Fault">it is none, or too deep</exception>
    public static JsonElement Parse(byte[] text)
    {
        try
        {
            // A text with bodies in it is deeper than they are, by a little. The platform reads deep texts very slowly.
            CheckDepth(text, 2 * DepthLimit - 1);
            return JsonElement.Parse(text);
        }
        catch (JsonException)
        {
            throw new Fault("bad-json", "not JSON");
        }
    }

    private static void CheckDepth(ReadOnlySpan<byte> json, int limit)
    {
        // Few brackets cannot be nested deep, and are counted faster than JSON is read.
        if (json.Count((byte)'[') + json.Count((byte)'{') <= limit) return;
        var reader = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = int.MaxValue });
        while (reader.Read())
        {
            if (reader.CurrentDepth < limit || reader.TokenType is not (JsonTokenType.StartArray or JsonTokenType.StartObject)) continue;
            throw new Fault("too-large", $"a body may be nested {DepthLimit} levels deep, and this one is deeper");
        }
    }
}
