using System.Text.Json;

namespace Outcry.Kit.Tests;

/// <summary>The load test on the conversations that are recorded for every language.</summary>
public class VectorTests
{
    public static TheoryData<string> Files => [.. Vector.Files];

    [Theory]
    [MemberData(nameof(Files))]
    public async Task WhatMustBeSaidIsSaidAndNothingMore(string file)
    {
        var vector = new Vector(file);
        var (recorder, counts) = await vector.Play();
        Assert.Equal(vector.Expect.Select(Line), recorder.All.Select((said) => $"{said.At} {string.Join(',', said.To)} {said.Event}"));
        foreach (var (expected, said) in vector.Expect.Zip(recorder.All))
        {
            var wanted = expected.GetProperty(expected.TryGetProperty("control", out _) ? "control" : "data");
            Assert.True(Vector.Matches(wanted, said.Data), $"at {said.At}: expected {wanted}, but what was said is {said.Data}");
        }
        Assert.True(Vector.Matches(vector.Counts, Compared(counts)), $"expected {vector.Counts}, but the counts are {counts}");
    }

    [Fact]
    public void ThereAreVectorsAndTheyShowEveryCodeOfRefusal()
    {
        var codes = Vector.Files.SelectMany((file) => new Vector(file).Expect)
            .Select((said) => said.TryGetProperty("control", out var control) ? control : said.GetProperty("data"))
            .Where((data) => data.ValueKind == JsonValueKind.Object && data.TryGetProperty("code", out _))
            .Select((data) => data.GetProperty("code").GetString());
        Assert.Equal(
            ["bad-json", "missing-field", "name-taken", "out-of-range", "too-large", "unknown-event", "unknown-name", "wrong-state", "wrong-type"],
            codes.Distinct().Order());
    }

    /// <summary>The counts without the clock, and without verbs that counted nothing.</summary>
    private static JsonElement Compared(JsonElement counts)
    {
        var fields = counts.EnumerateObject().Where((field) => field.Name != "clock").ToDictionary((field) => field.Name, (field) => (object)field.Value);
        fields["verbs"] = counts.GetProperty("verbs").EnumerateObject()
            .Where((verb) => verb.Value.GetProperty("received").GetArrayLength() > 0)
            .ToDictionary((verb) => verb.Name, (verb) => verb.Value);
        return Recorder.Json(fields);
    }

    private static string Line(JsonElement expected)
    {
        var at = expected.GetProperty("at").GetDouble();
        if (expected.TryGetProperty("control", out _)) return $"{at} control (control)";
        var to = expected.GetProperty("to");
        var names = to.ValueKind == JsonValueKind.Array ? string.Join(',', to.EnumerateArray()) : to.GetString();
        var name = expected.TryGetProperty("reply", out var reply) ? $"({reply.GetString()})" : expected.GetProperty("event").GetString();
        return $"{at} {names} {name}";
    }
}
