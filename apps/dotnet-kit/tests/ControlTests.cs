using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Outcry.Kit.Load;

namespace Outcry.Kit.Tests;

/// <summary>The control paths over HTTP, on a server without a framework.</summary>
public sealed class ControlTests : IAsyncLifetime
{
    private const string Token = "s3cret";

    private readonly Recorder _recorder = new();
    private readonly HttpClient _http = new();
    private readonly List<WebApplication> _servers = [];
    private LoadTest _load = null!;

    public Task InitializeAsync() => Start(Token);

    public async Task DisposeAsync()
    {
        _http.Dispose();
        foreach (var server in _servers) await server.DisposeAsync();
    }

    /// <summary>Starts the server that is asked from now on.</summary>
    private async Task Start(string? token)
    {
        Assert.True(ServerOptions.TryRead((name) => name == "CONTROL_TOKEN" ? token : null, out var options, out _));
        var server = AppServer.CreateBuilder(options).Build();
        _servers.Add(server);
        server.MapCommon(options);
        await server.StartAsync();
        _load = server.Services.GetRequiredService<LoadTest>();
        _http.BaseAddress = new Uri(server.Urls.First());
    }

    /// <summary>A connection that speaks HTTP in its own words.</summary>
    private async Task<TcpClient> Dial(string said)
    {
        var client = new TcpClient();
        await client.ConnectAsync(_http.BaseAddress!.Host, _http.BaseAddress.Port);
        await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(said));
        return client;
    }

    private Connection Open(string name, Func<Task>? taken = null)
    {
        var connection = _recorder.Connection(name, taken);
        _load.Connect(connection);
        return connection;
    }

    private async Task<(int Status, JsonElement Answer)> Ask(
        string method, string path, HttpContent? content = null, string authorization = $"Bearer {Token}")
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), path) { Content = content };
        request.Headers.TryAddWithoutValidation("Authorization", authorization);
        using var response = await _http.SendAsync(request);
        Assert.Equal("application/json", response.Content.Headers.ContentType?.MediaType);
        return ((int)response.StatusCode, JsonElement.Parse(await response.Content.ReadAsStringAsync()));
    }

    private static void AssertRefused(int status, string code, (int Status, JsonElement Answer) got)
    {
        Assert.Equal((status, code), (got.Status, got.Answer.GetProperty("code").GetString()));
        Assert.Contains(' ', got.Answer.GetProperty("reason").GetString()!);
        Assert.Equal(2, got.Answer.GetPropertyCount());
    }

    [Theory]
    [InlineData("GET", "counts")]
    [InlineData("POST", "feed")]
    [InlineData("PUT", "nothing")]
    public async Task AServerThatWasGivenNoTokenHasNoControl(string method, string path)
    {
        await Start(token: null);
        AssertRefused(404, "not-found", await Ask(method, $"/outcry/{path}"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("Bearer")]
    [InlineData("Bearer ")]
    [InlineData("Bearer s3cre")]
    [InlineData("Bearer s3cret2")]
    [InlineData("Basic s3cret")]
    public async Task AnotherTokenIsUnauthorized(string authorization) =>
        AssertRefused(401, "unauthorized", await Ask("GET", "/outcry/counts", null, authorization));

    [Fact]
    public async Task WhoIsUnauthorizedIsToldBeforeAnyOfTheBodyIsRead()
    {
        using var socket = await Dial("POST /outcry/begin HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n");
        using var reader = new StreamReader(socket.GetStream());
        Assert.Equal("HTTP/1.1 401 Unauthorized", await reader.ReadLineAsync());
    }

    [Fact]
    public async Task OneConnectionAsksManyThings()
    {
        var asked = string.Concat(
            from body in (string[])["1\n2", "{", ""]
            select $"POST /outcry/feed HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {Token}\r\nContent-Length: {body.Length}\r\n\r\n{body}");
        using var socket = await Dial(asked + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        var heard = await new StreamReader(socket.GetStream()).ReadToEndAsync();
        Assert.Equal(
            ["HTTP/1.1 200 OK", "HTTP/1.1 400 Bad Request", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK"],
            heard.Split("\r\n").SelectMany((line) => line.Split('}')).Where((line) => line.StartsWith("HTTP/1.1 ")));
    }

    [Fact]
    public async Task OtherPathsAndMethodsAreRefused()
    {
        AssertRefused(404, "not-found", await Ask("GET", "/outcry/nothing"));
        AssertRefused(404, "not-found", await Ask("GET", "/outcry/counts/more"));
        AssertRefused(405, "wrong-method", await Ask("GET", "/outcry/begin"));
        AssertRefused(405, "wrong-method", await Ask("POST", "/outcry/clock", new StringContent("")));
    }

    [Fact]
    public async Task BeginSetsWhatNewConnectionsGetAndTheCountsSayWhatWasSent()
    {
        var before = Clock.Now();
        var (status, begun) = await Ask("POST", "/outcry/begin", new StringContent("""{"bucketMs":1000,"greet":{"bytes":5}}"""));
        Assert.Equal(200, status);
        var connection = Open("A");
        await _load.Event(connection, "echo", JsonElement.Parse("[1]"));
        var counts = (await Ask("GET", "/outcry/counts")).Answer;
        var clock = (await Ask("GET", "/outcry/clock")).Answer.GetProperty("clock").GetDouble();
        Assert.Equal(["greet", "echo"], _recorder.All.Select((said) => said.Event));
        Assert.Equal("etaoi", _recorder.All[0].Data.GetProperty("body").GetString());
        Assert.Equal(
            """["clock","startedAt","bucketMs","connections","refused","verbs"]""",
            JsonSerializer.Serialize(counts.EnumerateObject().Select((field) => field.Name)));
        Assert.Equal(
            """{"echo":{"received":[1],"sent":[1]},"publish":{"received":[],"sent":[]},"sink":{"received":[],"sent":[]},"request":{"received":[],"sent":[]},"join":{"received":[],"sent":[]},"leave":{"received":[],"sent":[]},"greet":{"received":[0],"sent":[1]},"feed":{"received":[],"sent":[]}}""",
            counts.GetProperty("verbs").GetRawText());
        double[] times =
            [before, begun.GetProperty("clock").GetDouble(), counts.GetProperty("startedAt").GetDouble(), counts.GetProperty("clock").GetDouble(), clock];
        Assert.Equal(times.Order(), times);
        Assert.Equal(times.Select((time) => Math.Round(time, 3)), times);
    }

    [Fact]
    public async Task WhatBeginCannotTakeIsRefused()
    {
        AssertRefused(400, "bad-json", await Ask("POST", "/outcry/begin", new StringContent("{")));
        AssertRefused(400, "bad-json", await Ask("POST", "/outcry/begin", new StringContent("")));
        AssertRefused(400, "out-of-range", await Ask("POST", "/outcry/begin", new StringContent("""{"bucketMs":9}""")));
        AssertRefused(413, "too-large", await Ask("POST", "/outcry/begin", new StringContent(new string(' ', 2 * 1_048_576 + 1))));
        var limit = """{"bucketMs":10}""" + new string(' ', 2 * 1_048_576 - 15);
        Assert.Equal(200, (await Ask("POST", "/outcry/begin", new StringContent(limit))).Status);
    }

    [Fact]
    public async Task AFeedGoesToAllLineByLine()
    {
        Open("A");
        Open("B");
        var (status, fed) = await Ask("POST", "/outcry/feed", new StringContent("1\n\n {\"a\": [2]} \r\n\"last\""));
        Assert.Equal((200, 3, 6), (status, fed.GetProperty("lines").GetInt32(), fed.GetProperty("sent").GetInt32()));
        Assert.Equal(["1", "{\"a\": [2]}", "\"last\""], _recorder.Of("feed").Select((said) => said.Data.GetProperty("body").GetRawText()));
        Assert.All(_recorder.Of("feed"), (said) => Assert.Equal(["A", "B"], said.To));
    }

    [Fact]
    public async Task AFeedGoesToANameAsLongAsSomebodyHasIt()
    {
        AssertRefused(404, "unknown-name", await Ask("POST", "/outcry/feed?to=%C3%A5nn%20a", new StringContent("1\n")));
        var named = Open("A");
        Open("B");
        await _load.Request(named, "join", JsonElement.Parse("""{"name":"ånn a"}"""));
        Assert.Equal(200, (await Ask("POST", "/outcry/feed?to=%C3%A5nn%20a", new StringContent("1\n"))).Status);
        Assert.Equal(["A"], _recorder.Of("feed").Single().To);
        AssertRefused(404, "unknown-name", await Ask("POST", "/outcry/feed?to=", new StringContent("")));
    }

    [Theory]
    [InlineData("1\n2\n{\n4\n", "bad-json")]
    [InlineData("1\n2\n3 3\n4\n", "bad-json")]
    [InlineData("1\n2\n$DEEP\n4\n", "too-large")]
    [InlineData("1\n2\n$LONG\n4\n", "too-large")]
    [InlineData("1\n2\n$ENDLESS", "too-large")]
    public async Task ALineThatCannotBeTakenEndsTheFeedAndWhatCameBeforeHasBeenSent(string lines, string code)
    {
        Open("A");
        var text = lines.Replace("$DEEP", new string('[', 1_000) + new string(']', 1_000))
            .Replace("$LONG", $"\"{new string('x', 1_114_111)}\"").Replace("$ENDLESS", $"\"{new string('x', 5_000_000)}");
        var refused = await Ask("POST", "/outcry/feed", new StringContent(text));
        AssertRefused(400, code, refused);
        Assert.StartsWith("line 3: ", refused.Answer.GetProperty("reason").GetString());
        Assert.Equal(2, _recorder.Of("feed").Count());
    }

    [Fact]
    public async Task AFeedIsReadOnlyAsFastAsItIsTaken()
    {
        var taken = new SemaphoreSlim(0);
        Open("A", () => taken.WaitAsync());
        var fed = Ask("POST", "/outcry/feed", new StringContent("1\n2\n3\n"));
        for (var line = 1; line <= 3; line++)
        {
            while (_recorder.Of("feed").Count() < line) await Task.Delay(1);
            // The next line is not sent before this one has been taken, and it is taken only now.
            Assert.Equal(line, _recorder.Of("feed").Count());
            taken.Release();
        }
        Assert.Equal(3, (await fed).Answer.GetProperty("lines").GetInt32());
    }

    [Fact]
    public async Task AFeedThatItsBackendBreaksOffLeavesTheServerWell()
    {
        Open("A");
        var head = $"POST /outcry/feed HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {Token}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n1\n\r\n";
        using var socket = await Dial(head);
        // As soon as it is complete, whatever is still to come.
        while (!_recorder.Of("feed").Any()) await Task.Delay(1);
        socket.Client.Close(0);
        Assert.Equal(200, (await Ask("POST", "/outcry/feed", new StringContent("2\n"))).Status);
        Assert.Equal([1, 2], _recorder.Of("feed").Select((said) => said.Data.GetProperty("body").GetInt32()));
    }
}
