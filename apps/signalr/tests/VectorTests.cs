using System.Text.Json;

namespace Outcry.SignalR.Tests;

/// <summary>The hub on the conversations that are recorded for every language.</summary>
public class VectorTests
{
    public static TheoryData<string> Files => [.. Vector.Files];

    [Theory]
    [MemberData(nameof(Files))]
    public void TheHubSaysWhatItMustAndNothingMore(string file)
    {
        var vector = new Vector(file);
        var (recorder, state) = vector.Play();
        Assert.Equal(vector.Expect.Select(Line), recorder.All.Select(Line));
        foreach (var (expected, said) in vector.Expect.Zip(recorder.All))
        {
            var wanted = expected.GetProperty("data");
            Assert.True(Vector.Matches(wanted, said.Data), $"at {said.At}: expected {wanted}, but the hub said {said.Data}");
        }
        Assert.Equal(vector.State, state);
    }

    [Fact]
    public void ThereAreVectorsAndTheyShowEveryCodeOfRefusal()
    {
        var codes = Vector.Files.SelectMany((file) => new Vector(file).Expect)
            .Where((said) => said.GetProperty("event").GetString() == "refused")
            .Select((said) => said.GetProperty("data").GetProperty("code").GetString());
        Assert.Equal(
            ["bad-json", "client-taken", "missing-field", "out-of-range", "too-large", "unknown-event", "wrong-state", "wrong-type"],
            codes.Distinct().Order());
    }

    private static string Line(JsonElement expected)
    {
        var to = expected.GetProperty("to");
        var names = to.ValueKind == JsonValueKind.Array ? $"[{string.Join(',', to.EnumerateArray())}]" : to.GetString();
        return $"{expected.GetProperty("at").GetDouble()} {names} {expected.GetProperty("event").GetString()}";
    }

    private static string Line(Said said) =>
        $"{said.At} {(said.IsBroadcast ? $"[{string.Join(',', said.To)}]" : said.To[0])} {said.Event}";
}
