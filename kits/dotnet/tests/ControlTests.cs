using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Outcry.Kit.Load;

namespace Outcry.Kit.Tests;

/// <summary>
/// The control paths over HTTP, on a server without a framework. Checks of <c>./outcry verify</c> are not repeated here.
/// </summary>
public sealed class ControlTests : IAsyncLifetime
{
    private const string Token = "s3cret";

    private readonly Recorder _recorder = new();
    private readonly HttpClient _http = new();
    private WebApplication _server = null!;
    private LoadTest _load = null!;

    public async Task InitializeAsync()
    {
        Assert.True(ServerOptions.TryRead((name) => name == "CONTROL_TOKEN" ? Token : null, out var options, out _));
        _server = AppServer.CreateBuilder(options).Build();
        _server.MapCommon(options);
        await _server.StartAsync();
        _load = _server.Services.GetRequiredService<LoadTest>();
        _http.BaseAddress = new Uri(_server.Urls.First());
    }

    public async Task DisposeAsync()
    {
        _http.Dispose();
        await _server.DisposeAsync();
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

    private async Task<(int Status, JsonElement Answer)> Ask(string method, string path, HttpContent? content = null)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), path) { Content = content };
        request.Headers.TryAddWithoutValidation("Authorization", $"Bearer {Token}");
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
    public async Task BeginTakesABodyOfJustTheLimit()
    {
        var limit = """{"bucketMs":10}""" + new string(' ', 2 * 1_048_576 - 15);
        Assert.Equal(200, (await Ask("POST", "/outcry/begin", new StringContent(limit))).Status);
    }

    [Theory]
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
