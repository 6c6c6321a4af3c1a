using System.Text;
using System.Text.Json;
using Outcry.Kit.Json;
using Outcry.Kit.Load;

namespace Outcry.Kit.Tests;

/// <summary>Tests of this language's JSON, which the vectors cannot show.</summary>
public class HostileTests
{
    private readonly Recorder _recorder = new();
    private readonly LoadTest _load;
    private readonly Connection _connection;

    public HostileTests()
    {
        _load = new LoadTest(new Room(), () => 0);
        _connection = _recorder.Connection("A");
        _load.Connect(_connection);
    }

    private static JsonElement Json(string text) => JsonElement.Parse(text);

    private static JsonElement Json(byte[] text) => JsonElement.Parse(text);

    private string Echoed(JsonElement body)
    {
        _load.Event(_connection, "echo", body);
        var said = _recorder.All[^1];
        return said.Event == "echo" ? said.Data.GetProperty("body").GetRawText() : said.Data.GetProperty("code").GetString()!;
    }

    private async Task<JsonElement> Ask(string request, string data) =>
        Recorder.Json(await _load.Request(_connection, request, Json(data)));

    [Theory]
    [InlineData("\"a\\ud800b \\u0041 \\/\"")]
    [InlineData("{\"\\udc00\":1,\"a\":1,\"a\":2}")]
    [InlineData("[1e999,-0,1.0,12345678901234567890123]")]
    [InlineData("[ 1 ,\n2 ]")]
    public void ABodyIsSentAsItCame(string json) => Assert.Equal(json, Echoed(Json(json)));

    [Fact]
    public void BytesThatAreNotUtf8AreRefusedForTheyWouldEndTheConnectionsOfOthers() =>
        Assert.Equal("bad-json", Echoed(Json([.. "{\"a\":\""u8, 0xff, .. "\"}"u8])));

    [Fact]
    public void ABodyMayHaveMoreBracketsThanItIsDeep() =>
        Assert.Equal(4_000, Echoed(Json("[" + string.Join(',', Enumerable.Repeat("[[]]", 800)) + "]")).Length - 1);

    [Fact]
    public void BracketsInATextAreNoLevels() => Assert.Equal(102, Echoed(Json($"\"{new string('[', 100)}\"")).Length);

    [Fact]
    public void AMillionLevelsAreTooMany()
    {
        var deep = Encoding.UTF8.GetBytes(new string('[', 1_000_000) + new string(']', 1_000_000));
        Assert.Equal("too-large", Assert.Throws<Fault>(() => _load.Feed(deep, null, 0)).Code);
        byte[] begin = [.. "{\"bucketMs\":10,\"greet\":{\"body\":"u8, .. deep, .. "}}"u8];
        Assert.Equal("too-large", Assert.Throws<Fault>(() => _load.Begin(begin)).Code);
    }

    [Fact]
    public async Task NumbersThatJsonCanWriteAndNobodyMeansAreOutOfRange() =>
        Assert.Equal("out-of-range", (await Ask("request", "{\"bytes\":1e999}")).GetProperty("code").GetString());

    [Fact]
    public async Task NamesOfFieldsMayBeEscapedAndTheLastOfTheSameNameCounts() =>
        Assert.Equal(2, (await Ask("request", "{\"bytes\":5,\"\\udc00\":1,\"byt\\u0065s\":2}")).GetProperty("body").GetString()!.Length);

    [Fact]
    public async Task HalvesOfSurrogatePairsAreTwoNamesAndGoOutAsTheyCame()
    {
        var other = _recorder.Connection("B");
        _load.Connect(other);
        await _load.Request(other, "join", Json("{\"name\":\"\\ud800\"}"));
        Assert.Equal("[\"\\ud800\",\"\\ud801\"]", (await Ask("join", "{\"name\":\"\\ud801\"}")).GetProperty("names").GetRawText());
    }

    [Fact]
    public async Task ANameIsTheSameHoweverItIsWritten()
    {
        await _load.Request(_connection, "join", Json("{\"name\":\"\\u0061\"}"));
        Assert.Equal([_connection], _load.Receivers("a"));
    }

    [Fact]
    public void ADayBetweenTwoEventsCostsNothingUntilSomebodyAsks()
    {
        var now = 0d;
        var load = new LoadTest(new Room(), () => now);
        load.Begin("{\"bucketMs\":10}"u8.ToArray());
        load.Connect(_connection);
        load.Event(_connection, "sink", Json("1"));
        now = 1_000_000_000;
        var before = GC.GetAllocatedBytesForCurrentThread();
        load.Event(_connection, "sink", Json("1"));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10_000);
    }

    [Theory]
    [InlineData("plain", "plain")]
    [InlineData("\\u0041\\n\\\"\\\\\\/\\b\\f\\r\\t", "A\n\"\\/\b\f\r\t")]
    public void StringsAreDecodedAsJavaScriptDoes(string inside, string text) =>
        Assert.Equal(text, JsonText.Decode(Json($"\"{inside}\"")));

    [Fact]
    public void HalvesOfSurrogatePairsAreDecodedToo() =>
        Assert.Equal("\ud83d\ude00\ud83d", JsonText.Decode(Json("\"\\ud83d\\ude00\\ud83d\"")));
}
