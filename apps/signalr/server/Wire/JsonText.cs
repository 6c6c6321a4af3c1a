using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using System.Text.Unicode;

namespace Outcry.SignalR.Wire;

/// <summary>
/// Strings in JSON that a client sent. The platform's own readers throw at half a surrogate pair, which JSON can write
/// (<c>"\ud800"</c>) and which is a text like any other here.
/// </summary>
internal static class JsonText
{
    /// <summary>Whether all of <paramref name="value"/> is UTF-8, so that its raw text may be sent on as it is.</summary>
    public static bool IsWellFormed(JsonElement value) => Utf8.IsValid(JsonMarshal.GetRawUtf8Value(value));

    /// <summary>The text of a JSON string.</summary>
    public static string Decode(JsonElement text) => Decode(Inside(text));

    /// <summary>Length of a JSON string in bytes of UTF-8; half a surrogate pair counts as U+FFFD, three bytes.</summary>
    public static int Utf8Length(JsonElement text)
    {
        var raw = Inside(text);
        return raw.Contains((byte)'\\') ? Encoding.UTF8.GetByteCount(Decode(raw)) : raw.Length;
    }

    /// <summary>
    /// Whether a JSON string is at most so many bytes of UTF-8. What is escaped is never shorter than what it stands for, so few
    /// need to be decoded for it.
    /// </summary>
    public static bool IsAtMostUtf8(JsonElement text, int bytes) => Inside(text).Length <= bytes || Utf8Length(text) <= bytes;

    /// <summary>The bytes between the quotes, escapes and all.</summary>
    public static ReadOnlySpan<byte> Inside(JsonElement text) => JsonMarshal.GetRawUtf8Value(text)[1..^1];

    /// <summary>The text of what stands between the quotes of a JSON string that has been parsed once.</summary>
    public static string Decode(ReadOnlySpan<byte> raw)
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
