using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using System.Text.Unicode;

namespace Outcry.Kit.Json;

/// <summary>
/// Strings in JSON that a client sent. The platform's own readers throw at half a surrogate pair, which JSON can write
/// (<c>"\ud800"</c>) and which is a text like any other here.
/// </summary>
public static class JsonText
{
    /// <summary>True if all of <paramref name="value"/> is UTF-8, so that its raw text may be sent on as it is.</summary>
    public static bool IsWellFormed(JsonElement value) => Utf8.IsValid(JsonMarshal.GetRawUtf8Value(value));

    /// <summary>The text of a JSON string.</summary>
    public static string Decode(JsonElement text) => Decode(Inside(text));

    /// <summary>The text of a JSON string in UTF-8; null for everything else.</summary>
    public static string? DecodeOrNull(JsonElement value) =>
        value.ValueKind == JsonValueKind.String && IsWellFormed(value) ? Decode(value) : null;

    /// <summary>The bytes between the quotes, escapes and all.</summary>
    internal static ReadOnlySpan<byte> Inside(JsonElement text) => JsonMarshal.GetRawUtf8Value(text)[1..^1];

    /// <summary>The text of what stands between the quotes of a JSON string that has been parsed once.</summary>
    internal static string Decode(ReadOnlySpan<byte> raw)
    {
        var slash = raw.IndexOf((byte)'\\');
        if (slash < 0) return Encoding.UTF8.GetString(raw);
        var text = new StringBuilder(raw.Length);
        while (slash >= 0)
        {
            text.Append(Encoding.UTF8.GetString(raw[..slash]));
            var escape = raw[slash + 1];
            if (escape == 'u')
            {
                text.Append((char)ushort.Parse(raw.Slice(slash + 2, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture));
                raw = raw[(slash + 6)..];
            }
            else
            {
                text.Append(escape switch
                {
                    (byte)'b' => '\b',
                    (byte)'f' => '\f',
                    (byte)'n' => '\n',
                    (byte)'r' => '\r',
                    (byte)'t' => '\t',
                    _ => (char)escape,
                });
                raw = raw[(slash + 2)..];
            }
            slash = raw.IndexOf((byte)'\\');
        }
        return text.Append(Encoding.UTF8.GetString(raw)).ToString();
    }
}
