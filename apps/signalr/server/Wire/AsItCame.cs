using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Outcry.SignalR.Wire;

/// <summary>
/// Writes JSON with the bytes it came in, which saves decoding and encoding it. Only for what <see cref="JsonText.IsWellFormed"/>
/// has been asked about.
/// </summary>
internal sealed class AsItCame : JsonConverter<JsonElement>
{
    public override JsonElement Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
        JsonElement.ParseValue(ref reader);

    public override void Write(Utf8JsonWriter writer, JsonElement value, JsonSerializerOptions options) =>
        writer.WriteRawValue(JsonMarshal.GetRawUtf8Value(value), skipInputValidation: true);
}

/// <summary>As <see cref="AsItCame"/>, for a list of values.</summary>
internal sealed class ListAsItCame : JsonConverter<IReadOnlyList<JsonElement>>
{
    public override IReadOnlyList<JsonElement> Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
        throw new NotSupportedException("lists are only written as they came");

    public override void Write(Utf8JsonWriter writer, IReadOnlyList<JsonElement> values, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        foreach (var value in values) writer.WriteRawValue(JsonMarshal.GetRawUtf8Value(value), skipInputValidation: true);
        writer.WriteEndArray();
    }
}
