using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Outcry.Kit.Tests;

/// <summary>The auction house on the recorded conversations that all languages share.</summary>
public sealed class ConversationTests : IAsyncLifetime
{
    private readonly Dictionary<string, string> _tokens = [];
    private readonly Dictionary<string, int> _lives = [];
    private readonly List<Said> _told = [];
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("outcry-conversations-");
    private TrialHouse _house;

    public ConversationTests() => _house = Open();

    public static TheoryData<string> Names => [.. Conversation.All.Keys];

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        await _house.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    private TrialHouse Open() => new(Path.Combine(_folder.FullName, "auction.sqlite"));

    [Fact]
    public void ThereAreConversations() => Assert.True(Conversation.All.Count > 40);

    [Theory]
    [MemberData(nameof(Names))]
    public async Task TheHouseSaysWhatItMustAndNothingMore(string name)
    {
        var conversation = Conversation.All[name];
        var start = _house.Now;
        foreach (var user in conversation["users"]?.AsArray() ?? []) await _house.User(user!.Text());
        foreach (var step in conversation["steps"]!.AsArray().Select((one) => one!.AsObject()))
        {
            if (step["at"] is { } at) _house.Now = start + at.GetValue<double>();
            if (step.ContainsKey("restart")) await Restart();
            if (step["disconnect"]?.Text() is { } ended) Disconnect(ended);
            await Play(step);
        }
        if (conversation["told"] is JsonArray told) AssertTold(told);
    }

    private async Task Restart()
    {
        _told.AddRange(_house.Told.All);
        var now = _house.Now;
        await _house.DisposeAsync();
        _house = Open();
        _house.Now = now;
    }

    private void Disconnect(string connection)
    {
        _house.Leave(connection);
        _lives[connection] = _lives.GetValueOrDefault(connection) + 1;
    }

    /// <summary>Makes the requests of different connections at once, on threads of their own; those of one in their order.</summary>
    private async Task Play(JsonObject step)
    {
        var asks = Conversation.Asks(step).ToList();
        var replies = await Task.WhenAll(asks.GroupBy((ask) => ask.From).Select((asked) => Task.Run(async () =>
        {
            var answered = new List<(Asked Ask, JsonElement Reply)>();
            foreach (var ask in asked) answered.Add((ask, await Ask(ask)));
            return answered;
        })));
        var outcomes = replies.SelectMany((one) => one)
            .CountBy((one) => one.Reply.GetProperty("ok").GetBoolean() ? "ok" : one.Reply.GetProperty("code").GetString()!);
        if (step["outcomes"] is JsonObject expected) AssertSame(expected, JsonSerializer.SerializeToElement(outcomes.ToDictionary()), $"{step}");
        else foreach (var (ask, reply) in replies.SelectMany((one) => one)) AssertReply(ask, reply);
    }

    private Task<JsonElement> Ask(Asked ask)
    {
        var token = ((ask.Data as JsonObject)?["token"] as JsonObject)?["$token"];
        var data = token == null ? ask.Data : new JsonObject { ["token"] = _tokens[token.Text()] };
        var connection = _lives.TryGetValue(ask.From, out var life) ? $"{ask.From}, {life}" : ask.From;
        return _house.Ask(connection, ask.Request, JsonElement.Parse(Conversation.Raw(data)), ask.Address);
    }

    private void AssertReply(Asked ask, JsonElement reply)
    {
        var what = $"{ask.Request} {Conversation.Raw(ask.Data)}";
        var (step, expected) = (ask.Step, new JsonObject());
        if (step["refused"] is { } code)
        {
            expected["ok"] = false;
            expected["code"] = code.DeepClone();
            expected["reason"] = step["reason"]?.DeepClone() ?? new JsonObject { ["$sentence"] = true };
            if ((step.ContainsKey("field") ? step["field"]?.Text() : ask.Field) is { } field) expected["field"] = field;
        }
        else if (step["granted"] is JsonObject granted)
        {
            expected = Conversation.Written(granted, 1)!.AsObject();
            expected["ok"] = true;
        }
        else
        {
            Assert.True(reply.GetProperty("ok").GetBoolean(), $"{what}: {reply}");
            return;
        }
        AssertSame(expected, reply, what);
    }

    private void AssertTold(JsonArray expected)
    {
        _told.AddRange(_house.Told.All);
        Assert.Equal(expected.Select((one) => one!["event"]!.Text()), _told.Select((said) => said.Event));
        foreach (var (one, said) in expected.Zip(_told))
        {
            if (one!["data"] is { } data) AssertSame(data, said.Data, said.Event);
        }
    }

    private void AssertSame(JsonNode? expected, JsonElement actual, string what)
    {
        switch (expected)
        {
            case JsonObject one when one.ContainsKey("$sentence"):
                Assert.Matches(new Regex(@"^([A-Z].*\.|no such request)$", RegexOptions.Singleline), actual.GetString());
                break;
            case JsonObject one when one["$token"] is { } token:
                Assert.Matches(@"^[\w-]{43}$", actual.GetString());
                if (!_tokens.TryAdd(token.Text(), actual.GetString()!)) Assert.Equal(_tokens[token.Text()], actual.GetString());
                break;
            case JsonObject one when one["$ms"] is { } ms:
                var time = DateTimeOffset.FromUnixTimeMilliseconds((long)(_house.Now + ms.GetValue<double>()));
                Assert.Equal(time.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture), actual.GetString());
                break;
            case JsonObject one:
                Assert.True(actual.ValueKind == JsonValueKind.Object, $"{what} is {actual}");
                Assert.Equal(one.Select((field) => field.Key).Order(), actual.EnumerateObject().Select((field) => field.Name).Order());
                foreach (var (field, value) in one) AssertSame(value, actual.GetProperty(field), $"{what}.{field}");
                break;
            case JsonArray list:
                Assert.True(actual.ValueKind == JsonValueKind.Array && actual.GetArrayLength() == list.Count, $"{what} is {actual}");
                foreach (var (value, at) in list.Zip(actual.EnumerateArray())) AssertSame(value, at, what);
                break;
            default:
                var wanted = JsonElement.Parse(Conversation.Raw(expected));
                Assert.True(Vector.Matches(wanted, actual), $"{what} must be {wanted}, but is {actual}");
                break;
        }
    }
}
