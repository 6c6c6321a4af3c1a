using System.Text.Json;
using System.Text.RegularExpressions;
using Outcry.SignalR.Wire;
using Kind = System.Text.Json.JsonValueKind;

namespace Outcry.SignalR.Load;

/// <summary>
/// A checked <c>report</c>. Reports end in the data set that the master gets, so nothing unchecked passes; what has passed is
/// kept as JSON, with the fields of a report and no others.
/// </summary>
/// <param name="Weight">What it counts towards the limit of all reports of a test.</param>
internal sealed partial record Report(IReadOnlyList<long> ClientIds, JsonElement Json, long Weight)
{
    /// <summary>Most entries in any list of a report.</summary>
    private const int ListLimit = 100_000;

    /// <summary>Longest histogram, UTF-16 units.</summary>
    private const int HistogramLimit = 1_048_576;

    /// <summary>Longest reason, event name or code, UTF-16 units.</summary>
    private const int TextLimit = 1_000;

    /// <summary>Most transports in <c>transports</c>.</summary>
    private const int TransportsLimit = 16;

    /// <summary>What an entry of a list weighs, and what one with a sentence in it weighs more.</summary>
    private const int EntryWeight = 8, TextWeight = 1_000;

    private delegate Fault? Check(string field, JsonElement value);

    private static readonly Check ClientId = (field, value) => IntegerFrom(field, value, 1);
    private static readonly Check Count = (field, value) => IntegerFrom(field, value, 0);
    private static readonly Check Amount = (field, value) =>
        Checks.Type(field, value, Kind.Number)
        ?? Checks.Finite(field, value)
        ?? (Checks.Number(value) >= 0 ? null : Fault.OutOfRange(field, "0 or more"));

    private static readonly Dictionary<string, Check> RefusedEntry = new()
    {
        ["event"] = NullOr(Text(TextLimit)), ["code"] = Text(TextLimit), ["reason"] = Text(TextLimit),
    };
    private static readonly Dictionary<string, Check> ClosedEntry = new() { ["clientId"] = ClientId, ["reason"] = Text(TextLimit) };
    private static readonly Dictionary<string, Check> LoopDelay = new() { ["p99"] = Amount, ["max"] = Amount };

    /// <summary>All fields, in the order they are looked at.</summary>
    private static readonly Dictionary<string, Check> Shape = new()
    {
        ["clientIds"] = ListOf(ClientId, 1),
        ["sentByClients"] = ListOf(Count),
        ["receivedByClients"] = ListOf(Count),
        ["latencySum"] = ListOf(Amount),
        ["latencyCount"] = ListOf(Count),
        ["fromSent"] = Text(HistogramLimit),
        ["fromDue"] = Text(HistogramLimit),
        ["delivery"] = NullOr(Text(HistogramLimit)),
        ["lateness"] = Text(HistogramLimit),
        ["duplicates"] = Count,
        ["missing"] = Count,
        ["outOfOrder"] = Count,
        ["negative"] = Count,
        ["refused"] = ListOf(ObjectOf(RefusedEntry)),
        ["closed"] = ListOf(ObjectOf(ClosedEntry)),
        ["transports"] = Transports,
        ["loopDelay"] = NullOr(ObjectOf(LoopDelay)),
    };

    [GeneratedRegex("^[a-z][a-z0-9-]{0,31}\\z")]
    private static partial Regex TransportName { get; }

    public static Fault? Read(JsonElement data, out Report report)
    {
        report = null!;
        if (data.ValueKind != Kind.Object) return Fault.NotAnObject;
        if (ObjectOf(Shape)("", data) is { } fault) return fault;
        var copy = Copy(data);
        var fields = new Fields(copy);
        var clientIds = fields["clientIds"].EnumerateArray().Select((id) => (long)Checks.Number(id)).ToArray();
        report = new Report(clientIds, copy, Shape.Keys.Sum((name) => WeightOf(name, fields[name])));
        return null;
    }

    private static long WeightOf(string name, JsonElement value) => value.ValueKind switch
    {
        Kind.String => Checks.Text(value).Length,
        Kind.Array => value.GetArrayLength() * (name is "refused" or "closed" ? EntryWeight + TextWeight : EntryWeight),
        _ => 0,
    };

    /// <summary>A JSON object with the fields of a report and no others, here and inside of lists.</summary>
    private static JsonElement Copy(JsonElement data)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
        {
            var fields = new Fields(data);
            writer.WriteStartObject();
            foreach (var name in Shape.Keys)
            {
                writer.WritePropertyName(name);
                var value = fields[name];
                if (name is "refused" or "closed") CopyEntries(writer, value, name == "refused" ? RefusedEntry : ClosedEntry);
                else if (name == "loopDelay" && value.ValueKind == Kind.Object) CopyObject(writer, value, LoopDelay);
                else CopyAsIs(writer, value);
            }
            writer.WriteEndObject();
        }
        using var document = JsonDocument.Parse(stream.ToArray());
        return document.RootElement.Clone();
    }

    private static void CopyEntries(Utf8JsonWriter writer, JsonElement entries, Dictionary<string, Check> shape)
    {
        writer.WriteStartArray();
        foreach (var entry in entries.EnumerateArray()) CopyObject(writer, entry, shape);
        writer.WriteEndArray();
    }

    private static void CopyObject(Utf8JsonWriter writer, JsonElement value, Dictionary<string, Check> shape)
    {
        var fields = new Fields(value);
        writer.WriteStartObject();
        foreach (var name in shape.Keys)
        {
            writer.WritePropertyName(name);
            CopyAsIs(writer, fields[name]);
        }
        writer.WriteEndObject();
    }

    private static void CopyAsIs(Utf8JsonWriter writer, JsonElement value) =>
        writer.WriteRawValue(System.Runtime.InteropServices.JsonMarshal.GetRawUtf8Value(value), skipInputValidation: true);

    private static Fault? IntegerFrom(string field, JsonElement value, long least) =>
        Checks.Type(field, value, Kind.Number) ?? Checks.Integer(field, value, least);

    private static Check Text(int limit) => (field, value) =>
        Checks.Type(field, value, Kind.String)
        ?? (Checks.Text(value).Length <= limit ? null : Fault.OutOfRange(field, $"at most {limit} characters long"));

    private static Check NullOr(Check check) => (field, value) => value.ValueKind == Kind.Null ? null : check(field, value);

    private static Check ListOf(Check check, int least = 0) => (field, value) =>
    {
        if (Checks.Type(field, value, Kind.Array) is { } mistyped) return mistyped;
        if (value.GetArrayLength() > ListLimit) return Fault.OutOfRange(field, $"at most {ListLimit} entries long");
        if (value.GetArrayLength() < least) return Fault.OutOfRange(field, $"at least {least} entry long");
        var index = 0;
        foreach (var entry in value.EnumerateArray())
        {
            if (check(field, entry) is { } fault) return fault with { Reason = $"{fault.Reason} (entry {index})" };
            index++;
        }
        return null;
    };

    private static Check ObjectOf(Dictionary<string, Check> shape) => (field, value) =>
    {
        if (Checks.Type(field, value, Kind.Object) is { } mistyped) return mistyped;
        var fields = new Fields(value);
        foreach (var (name, check) in shape)
        {
            var path = field == "" ? name : $"{field}.{name}";
            var entry = fields[name];
            if (entry.ValueKind == Kind.Undefined) return Fault.Missing(path);
            if (check(path, entry) is { } fault) return fault;
        }
        return null;
    };

    private static Fault? Transports(string field, JsonElement value)
    {
        if (Checks.Type(field, value, Kind.Object) is { } mistyped) return mistyped;
        var count = 0;
        foreach (var property in value.EnumerateObject())
        {
            if (++count > TransportsLimit) return Fault.OutOfRange(field, $"of at most {TransportsLimit} transports");
            var name = Fields.NameOf(property);
            if (!TransportName.IsMatch(name)) return Fault.OutOfRange(field, "keyed by transport names");
            if (Count($"{field}.{name}", property.Value) is { } fault) return fault;
        }
        return null;
    }
}
