using System.Text.Json;
using System.Text.Json.Nodes;

namespace Outcry.Kit.Tests;

/// <summary>One request of a conversation, its abbreviations written out.</summary>
/// <param name="Step">the step, with the result that it must have</param>
/// <param name="Field">the field that was varied</param>
internal sealed record Asked(string From, string? Address, string Request, JsonNode? Data, JsonObject Step, string? Field);

/// <summary>Reads the recorded conversations of shared-ui/auction/vectors; the README there describes their format.</summary>
internal static class Conversation
{
    public static IReadOnlyDictionary<string, JsonObject> All { get; } = Directory
        .GetFiles(Path.Combine(AppContext.BaseDirectory, "conversations"), "*.json")
        .SelectMany((file) => JsonNode.Parse(File.ReadAllBytes(file))!.AsArray()
            .Select((one) => KeyValuePair.Create($"{Path.GetFileNameWithoutExtension(file)}: {one!["name"]}", one.AsObject())))
        .OrderBy((one) => one.Key, StringComparer.Ordinal)
        .ToDictionary();

    /// <summary>The requests that a step makes at once.</summary>
    public static IEnumerable<Asked> Asks(JsonObject step)
    {
        if (step["together"] is JsonArray together) return together.SelectMany((one) => Asks(one!.AsObject()));
        if (!step.ContainsKey("request")) return [];
        return Enumerable.Range(1, step["times"]?.GetValue<int>() ?? 1).SelectMany((n) => Variants(step).Select((variant) => new Asked(
            Written(step["from"], n)!.Text(), step["address"]?.Text(), Written(step["request"], n)!.Text(),
            Written(variant.Data, n), step, variant.Field)));
    }

    /// <summary>Writes out <c>{n}</c> in texts and <c>{"$repeat": [text, times]}</c>.</summary>
    public static JsonNode? Written(JsonNode? value, int n) => value switch
    {
        JsonObject one when one["$repeat"] is JsonArray repeat =>
            JsonValue.Create(string.Concat(Enumerable.Repeat(repeat[0]!.Text(), repeat[1]!.GetValue<int>()))),
        JsonObject one => new JsonObject(one.Select((field) => KeyValuePair.Create(field.Key, Written(field.Value, n)))),
        JsonValue text when Raw(text).Contains("{n}") => JsonValue.Create(text.Text().Replace("{n}", $"{n}")),
        _ => value?.DeepClone(),
    };

    /// <summary>The JSON as it was read: the platform's own writer throws at half a surrogate pair.</summary>
    public static string Raw(JsonNode? value) => value switch
    {
        null => "null",
        JsonObject one => $"{{{string.Join(',', one.Select((field) => $"{JsonValue.Create(field.Key).ToJsonString()}:{Raw(field.Value)}"))}}}",
        JsonArray list => $"[{string.Join(',', list.Select(Raw))}]",
        JsonValue one when one.TryGetValue(out JsonElement element) => element.GetRawText(),
        _ => value.ToJsonString(),
    };

    public static string Text(this JsonNode value) => value.GetValue<string>();

    private static IEnumerable<(JsonNode? Data, string? Field)> Variants(JsonObject step)
    {
        var data = step["data"]?.AsObject() ?? [];
        if (step["eachData"] is JsonArray all) return all.Select((one) => (one, (string?)null));
        if (step["each"] is not JsonObject each) return [(data, null)];
        return each.SelectMany((varied) => varied.Value!.AsArray().Select((value) =>
        {
            var variant = data.DeepClone().AsObject();
            if (value is JsonObject one && one.ContainsKey("$missing")) variant.Remove(varied.Key);
            else variant[varied.Key] = value?.DeepClone();
            return ((JsonNode?)variant, (string?)varied.Key);
        }));
    }
}
