using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using Outcry.SignalR.Load;
using Outcry.SignalR.Wire;

namespace Outcry.SignalR.Tests;

/// <summary>
/// A recorded conversation of protocol/vectors, its abbreviations written out. The README there describes the format.
/// </summary>
internal sealed class Vector
{
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "vectors");

    private readonly JsonElement _root;
    private readonly JsonElement _define;

    public Vector(string file)
    {
        var written = JsonDocument.Parse(File.ReadAllText(Path.Combine(Folder, file))).RootElement;
        _define = written.TryGetProperty("define", out var define) ? define : default;
        _root = WriteOut(written);
    }

    public static IEnumerable<string> Files => Directory.GetFiles(Folder, "*.json").Select((path) => Path.GetFileName(path)).Order();

    public IEnumerable<JsonElement> Expect => _root.GetProperty("expect").EnumerateArray();

    public string State => _root.GetProperty("state").GetString()!;

    /// <summary>Plays the steps to a hub of its own.</summary>
    public (Recorder Recorder, string State) Play()
    {
        var recorder = new Recorder();
        var deadlines = _root.GetProperty("deadlines");
        double Ms(string name) => deadlines.GetProperty(name).GetDouble();
        var hub = new LoadHub(recorder, () => recorder.Now, new Deadlines(Ms("vanish"), Ms("silence"), Ms("report")));
        foreach (var step in _root.GetProperty("steps").EnumerateArray())
        {
            recorder.Now = step.GetProperty("at").GetDouble();
            if (step.TryGetProperty("connect", out var connection))
            {
                recorder.Open.Add(connection.GetString()!);
                hub.Connect(connection.GetString()!);
            }
            else if (step.TryGetProperty("disconnect", out connection))
            {
                recorder.Open.Remove(connection.GetString()!);
                hub.Disconnect(connection.GetString()!);
            }
            else if (step.TryGetProperty("from", out connection)) Send(hub, connection.GetString()!, step);
            else hub.Tick();
        }
        return (recorder, hub.State);
    }

    /// <summary>Whether <paramref name="said"/> is what <paramref name="expected"/> asks for, as JSON.</summary>
    public static bool Matches(JsonElement expected, JsonElement said)
    {
        if (expected.ValueKind == JsonValueKind.Object && expected.TryGetProperty("$any", out _))
        {
            return said.ValueKind == JsonValueKind.String && JsonText.Decode(said).Trim() != "";
        }
        if (expected.ValueKind != said.ValueKind) return false;
        switch (expected.ValueKind)
        {
            case JsonValueKind.String:
                return JsonText.Decode(expected) == JsonText.Decode(said);
            case JsonValueKind.Number:
                return expected.GetDouble().Equals(said.GetDouble());
            case JsonValueKind.Array:
                return expected.GetArrayLength() == said.GetArrayLength()
                    && expected.EnumerateArray().Zip(said.EnumerateArray()).All((pair) => Matches(pair.First, pair.Second));
            case JsonValueKind.Object:
                return expected.EnumerateObject().Count() == said.EnumerateObject().Count()
                    && expected.EnumerateObject().All(
                        (field) => said.TryGetProperty(field.Name, out var value) && Matches(field.Value, value));
            default:
                return true;
        }
    }

    private static void Send(LoadHub hub, string connection, JsonElement step)
    {
        if (step.TryGetProperty("unreadable", out _)) hub.Refuse(connection, null, "bad-json", "not JSON");
        else hub.Receive(connection, step.GetProperty("event").GetString()!, step.TryGetProperty("data", out var data) ? data : default);
    }

    private JsonElement WriteOut(JsonElement value)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream)) WriteOut(writer, value);
        return JsonDocument.Parse(stream.ToArray()).RootElement;
    }

    private void WriteOut(Utf8JsonWriter writer, JsonElement value)
    {
        if (value.ValueKind == JsonValueKind.Object) WriteOutObject(writer, value);
        else if (value.ValueKind == JsonValueKind.Array)
        {
            writer.WriteStartArray();
            foreach (var entry in value.EnumerateArray()) WriteOut(writer, entry);
            writer.WriteEndArray();
        }
        else writer.WriteRawValue(JsonMarshal.GetRawUtf8Value(value));
    }

    private void WriteOutObject(Utf8JsonWriter writer, JsonElement value)
    {
        if (value.TryGetProperty("$repeat", out var repeat))
        {
            var times = repeat[1].GetInt32();
            if (repeat[0].ValueKind == JsonValueKind.String)
            {
                var inside = Encoding.UTF8.GetString(JsonText.Inside(repeat[0]));
                writer.WriteRawValue($"\"{new StringBuilder().Insert(0, inside, times)}\"");
                return;
            }
            writer.WriteStartArray();
            for (var i = 0; i < times; i++) foreach (var entry in repeat[0].EnumerateArray()) WriteOut(writer, entry);
            writer.WriteEndArray();
            return;
        }
        var fields = value.EnumerateObject().ToDictionary((field) => field.Name, (field) => field.Value);
        if (fields.Remove("$use", out var name))
        {
            fields = _define.GetProperty(name.GetString()!).EnumerateObject().ToDictionary((field) => field.Name, (field) => field.Value);
            foreach (var field in value.GetProperty("$with").EnumerateObject()) fields[field.Name] = field.Value;
        }
        writer.WriteStartObject();
        foreach (var (key, field) in fields)
        {
            writer.WritePropertyName(key);
            WriteOut(writer, field);
        }
        writer.WriteEndObject();
    }
}
