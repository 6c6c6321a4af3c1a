using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using Outcry.Kit.Json;
using Outcry.Kit.Load;

namespace Outcry.Kit.Tests;

/// <summary>A recorded conversation of protocol/vectors, its abbreviations written out. protocol/README.md describes the format.</summary>
internal sealed class Vector
{
    private const string Filling = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789";

    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "vectors");

    private readonly JsonElement _root;

    public Vector(string file) => _root = WriteOut(JsonElement.Parse(File.ReadAllBytes(Path.Combine(Folder, file))));

    public static IEnumerable<string> Files => Directory.GetFiles(Folder, "*.json").Select((path) => Path.GetFileName(path)).Order();

    public IEnumerable<JsonElement> Expect => _root.GetProperty("expect").EnumerateArray();

    public JsonElement Counts => _root.GetProperty("counts");

    /// <summary>Plays the steps to a load test of its own.</summary>
    public async Task<(Recorder Recorder, JsonElement Counts)> Play()
    {
        var recorder = new Recorder();
        var load = new LoadTest(new Room(), () => recorder.Now);
        var connections = new Dictionary<string, Connection>();
        foreach (var step in _root.GetProperty("steps").EnumerateArray())
        {
            recorder.Now = step.GetProperty("at").GetDouble();
            if (Text(step, "connect") is { } opened) load.Connect(connections[opened] = recorder.Connection(opened));
            else if (Text(step, "disconnect") is { } ended) await load.Disconnect(connections[ended]);
            else if (Text(step, "from") is { } from) await Send(load, recorder, from, connections[from], step);
            else Control(load, recorder, step);
        }
        return (recorder, Recorder.Json(load.Counts));
    }

    /// <summary>True if <paramref name="said"/> is what <paramref name="expected"/> asks for, as JSON.</summary>
    public static bool Matches(JsonElement expected, JsonElement said)
    {
        if (expected.ValueKind == JsonValueKind.Object && expected.TryGetProperty("$any", out _))
        {
            return said.ValueKind == JsonValueKind.String && JsonText.Decode(said).Trim() != "";
        }
        if (expected.ValueKind != said.ValueKind) return false;
        return expected.ValueKind switch
        {
            JsonValueKind.String => JsonText.Decode(expected) == JsonText.Decode(said),
            JsonValueKind.Number => expected.GetDouble().Equals(said.GetDouble()),
            JsonValueKind.Array => expected.GetArrayLength() == said.GetArrayLength()
                && expected.EnumerateArray().Zip(said.EnumerateArray()).All((pair) => Matches(pair.First, pair.Second)),
            JsonValueKind.Object => expected.GetPropertyCount() == said.GetPropertyCount()
                && expected.EnumerateObject().All(
                    (field) => said.TryGetProperty(field.Name, out var value) && Matches(field.Value, value)),
            _ => true,
        };
    }

    private static async Task Send(LoadTest load, Recorder recorder, string from, Connection connection, JsonElement step)
    {
        var data = step.TryGetProperty("data", out var value) ? value : default;
        if (Text(step, "request") is { } request)
        {
            var reply = await load.Request(connection, request, data);
            if (!connection.HasEnded) recorder.HearReply(from, request, reply);
        }
        else await load.Event(connection, Text(step, "event"), data);
    }

    private static void Control(LoadTest load, Recorder recorder, JsonElement step)
    {
        try
        {
            if (step.TryGetProperty("begin", out var begin)) load.Begin(Raw(begin));
            else load.Feed(Encoding.UTF8.GetBytes(Text(step, "feed")!), Text(step, "to"), recorder.Now);
        }
        catch (Fault fault)
        {
            recorder.HearReply("control", "control", new { code = fault.Code });
        }
    }

    private static string? Text(JsonElement step, string field) =>
        step.TryGetProperty(field, out var value) ? JsonText.Decode(value) : null;

    private static byte[] Raw(JsonElement value) => JsonMarshal.GetRawUtf8Value(value).ToArray();

    private static JsonElement WriteOut(JsonElement value)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream)) WriteOut(writer, value);
        return JsonElement.Parse(stream.ToArray(), new JsonDocumentOptions { MaxDepth = 1_000 });
    }

    private static void WriteOut(Utf8JsonWriter writer, JsonElement value)
    {
        switch (value.ValueKind)
        {
            case JsonValueKind.Object when value.GetPropertyCount() == 1 && Abbreviated(value.EnumerateObject().First()) is { } json:
                writer.WriteRawValue(json, skipInputValidation: true);
                break;
            case JsonValueKind.Object:
                writer.WriteStartObject();
                foreach (var field in value.EnumerateObject())
                {
                    writer.WritePropertyName(field.Name);
                    WriteOut(writer, field.Value);
                }
                writer.WriteEndObject();
                break;
            case JsonValueKind.Array:
                writer.WriteStartArray();
                foreach (var entry in value.EnumerateArray()) WriteOut(writer, entry);
                writer.WriteEndArray();
                break;
            default:
                writer.WriteRawValue(Raw(value), skipInputValidation: true);
                break;
        }
    }

    /// <summary>The JSON that an abbreviation stands for; null for a field that is none.</summary>
    private static string? Abbreviated(JsonProperty field)
    {
        var value = field.Value;
        return field.Name switch
        {
            "$repeat" when value[0].ValueKind == JsonValueKind.String =>
                $"\"{string.Concat(Enumerable.Repeat(Encoding.UTF8.GetString(JsonText.Inside(value[0])), value[1].GetInt32()))}\"",
            "$repeat" => $"[{string.Join(',', Enumerable.Repeat(value[0].GetRawText()[1..^1], value[1].GetInt32()))}]",
            "$bytes" => $"\"{string.Concat(Enumerable.Range(0, value.GetInt32()).Select((i) => Filling[i % Filling.Length]))}\"",
            "$nested" => new string('[', value.GetInt32()) + new string(']', value.GetInt32()),
            _ => null,
        };
    }
}
