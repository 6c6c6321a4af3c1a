using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Outcry.Kit.Load;

/// <summary>
/// JSON that goes out with the bytes it came in. The platform would decode it and encode it anew, and throws at half a surrogate pair.
/// </summary>
/// <param name="Value">all of it UTF-8</param>
[JsonConverter(typeof(Writer))]
internal sealed record RawJson(JsonElement Value)
{
    internal sealed class Writer : JsonConverter<RawJson>
    {
        public override RawJson Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, RawJson json, JsonSerializerOptions options) =>
            writer.WriteRawValue(JsonMarshal.GetRawUtf8Value(json.Value), skipInputValidation: true);
    }
}
