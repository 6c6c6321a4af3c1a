using System.Text;
using System.Text.Json;
using Outcry.SignalR.Load;
using Outcry.SignalR.Wire;

namespace Outcry.SignalR.Tests;

/// <summary>What the vectors cannot show, because it is about this language's JSON.</summary>
public class HostileTests
{
    private readonly Recorder _recorder = new();
    private readonly LoadHub _hub;

    public HostileTests()
    {
        _hub = new LoadHub(_recorder, () => 0, new Deadlines());
        _recorder.Open.Add("A");
        _hub.Connect("A");
    }

    private static JsonElement Json(string text) => JsonDocument.Parse(text).RootElement;

    private void Begin(int clientCount = 1) =>
        _hub.Receive("A", "initTest", Json($$"""{"testType":"echo","clientCount":{{clientCount}},"spacing":1,"startTime":0}"""));

    [Fact]
    public void NumbersThatJsonCanWriteAndAClockCannotMeanAreOutOfRange()
    {
        _hub.Receive("A", "initTest", Json("""{"testType":"echo","clientCount":1,"spacing":1,"startTime":1e999}"""));
        Assert.Equal("out-of-range", Assert.Single(_recorder.All).Data.GetProperty("code").GetString());
    }

    [Fact]
    public void HalfASurrogatePairIsATextLikeAnyOther()
    {
        Begin();
        _hub.Receive("A", "message", Json("""{"id":"c:1m:0","clientId":1,"seq":0,"due":0,"sent":0,"payload":"a\ud800b","\udc00":1}"""));
        Assert.Equal("a\ud800b", JsonText.Decode(_recorder.Of("message").Single().Data.GetProperty("payload")));
    }

    [Fact]
    public void NamesOfFieldsMayBeEscapedAndTheLastOfTheSameNameCounts()
    {
        Begin(7);
        _hub.Receive("A", "complete", Json("""{"clientId":"no","client\u0049d":1}"""));
        Assert.Empty(_recorder.Of("refused"));
    }

    [Theory]
    [InlineData("plain", "plain")]
    [InlineData("\\u0041\\n\\\"\\\\\\/\\b\\f\\r\\t", "A\n\"\\/\b\f\r\t")]
    public void StringsAreDecodedAsJavaScriptDoes(string inside, string text) =>
        Assert.Equal(text, JsonText.Decode(Json($"\"{inside}\"")));

    [Fact]
    public void HalvesOfSurrogatePairsAreDecodedToo() =>
        Assert.Equal("\ud83d\ude00\ud83d", JsonText.Decode(Json("""
            "\ud83d\ude00\ud83d"
            """)));

    [Fact]
    public void BytesThatAreNotUtf8AreNotWellFormed()
    {
        byte[] bytes = [.. "{\"a\":\""u8, 0xff, .. "\"}"u8];
        using var document = JsonDocument.Parse(bytes);
        Assert.False(JsonText.IsWellFormed(document.RootElement));
        Assert.True(JsonText.IsWellFormed(Json("""{"a":"\ud800 and é"}""")));
    }

    [Theory]
    [InlineData("é", 524_288, false)]
    [InlineData("é", 524_289, true)]
    [InlineData("\\u00e9", 524_288, false)]
    [InlineData("\\u00e9", 524_289, true)]
    [InlineData("\\ud800", 349_525, false)]
    [InlineData("\\ud800", 349_526, true)]
    public void APayloadIsMeasuredInBytesOfUtf8HoweverItIsWritten(string inside, int times, bool isTooLarge)
    {
        Begin();
        var payload = new StringBuilder().Insert(0, inside, times);
        _hub.Receive("A", "message", Json($$"""{"id":"c:1m:0","clientId":1,"seq":0,"due":0,"sent":0,"payload":"{{payload}}"}"""));
        Assert.Equal(isTooLarge ? "refused" : "message", _recorder.All[^1].Event);
    }

    [Fact]
    public void ReportsThatWouldNotFitInMemoryAreTooLarge()
    {
        const int clients = 30;
        Begin(clients);
        for (var client = 1; client <= clients; client++) _hub.Receive("A", "complete", Json($$"""{"clientId":{{client}}}"""));
        var histogram = new string('x', 1_000_000);
        for (var client = 1; client <= clients; client++)
        {
            _hub.Receive("A", "report", Json($$"""
                {"clientIds":[{{client}}],"sentByClients":[],"receivedByClients":[],"latencySum":[],"latencyCount":[],
                "fromSent":"{{histogram}}","fromDue":"{{histogram}}","delivery":"{{histogram}}","lateness":"{{histogram}}",
                "duplicates":0,"missing":0,"outOfOrder":0,"negative":0,"refused":[],"closed":[],"transports":{},"loopDelay":null}
                """));
        }
        var refused = _recorder.Of("refused").Select((said) => said.Data.GetProperty("code").GetString()).ToList();
        Assert.Equal(Enumerable.Repeat("too-large", clients - 16), refused);
    }
}
