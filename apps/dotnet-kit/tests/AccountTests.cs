namespace Outcry.Kit.Tests;

public sealed class AccountTests : IAsyncLifetime
{
    private readonly TrialHouse _house = new();

    public Task InitializeAsync() => Task.CompletedTask;

    public Task DisposeAsync() => _house.DisposeAsync().AsTask();

    private static object Credentials(string name, string password = TrialHouse.Password) => new { name, password };

    [Fact]
    public async Task WhoRegistersIsLoggedInForSevenDays()
    {
        var login = await _house.User("Ada");
        Assert.Equal("Ada", login.GetProperty("user").GetString());
        Assert.Equal("2026-01-08T00:00:00.000Z", login.GetProperty("expiresAt").GetString());
        Assert.Matches("^[A-Za-z0-9_-]{43}$", login.GetProperty("token").GetString());
        await _house.Item("Ada");
    }

    [Theory]
    [InlineData("Ada")]
    [InlineData("ADA")]
    [InlineData("  Ａda ")]
    [InlineData("A\u200bda")]
    public async Task ANameThatLooksTheSameIsTaken(string name)
    {
        await _house.User("Ada");
        Assert.Equal("name-taken", await _house.Refused("other", "register", Credentials(name)));
    }

    [Fact]
    public async Task TwoWhoRegisterOneNameAtOnceAreOneUser()
    {
        var replies = await Task.WhenAll(Enumerable.Range(0, 8).Select((n) => _house.Ask($"c{n}", "register", Credentials("Ada"))));
        Assert.Single(replies, (reply) => reply.GetProperty("ok").GetBoolean());
        var refused = replies.Where((reply) => !reply.GetProperty("ok").GetBoolean()).ToList();
        Assert.All(refused, (reply) => Assert.Equal("name-taken", reply.GetProperty("code").GetString()));
    }

    [Fact]
    public async Task AWrongPasswordAndAnUnknownNameAreRefusedAlike()
    {
        await _house.User("Ada");
        var wrong = await _house.Ask("b", "logIn", Credentials("Ada", "wrong horse battery"));
        var unknown = await _house.Ask("c", "logIn", Credentials("Bert", "wrong horse battery"));
        Assert.Equal(wrong.ToString(), unknown.ToString());
        Assert.Equal("wrong-login", wrong.GetProperty("code").GetString());
    }

    [Fact]
    public async Task ATokenLogsInUntilItExpiresOrIsLoggedOut()
    {
        var token = (await _house.User("Ada")).GetProperty("token").GetString();
        Assert.Equal("Ada", (await _house.Granted("b", "logIn", new { token })).GetProperty("user").GetString());
        await _house.Granted("b", "logOut", new { });
        Assert.Equal("login-expired", await _house.Refused("c", "logIn", new { token }));
        // It was ended over another connection, and no change can be made with it any more.
        Assert.Equal("not-logged-in", await _house.Refused("Ada", "addItem", new { name = "x", description = "", minimumPrice = 1 }));

        token = (await _house.Granted("Ada", "logIn", Credentials("Ada"))).GetProperty("token").GetString();
        _house.Now += 7 * 24 * 3_600_000;
        Assert.Equal("login-expired", await _house.Refused("c", "logIn", new { token }));
        Assert.Equal("login-expired", await _house.Refused("c", "logIn", new { token = "nonsense" }));
    }

    [Fact]
    public async Task LoggingOutEndsTheTokenForEveryConnection()
    {
        var token = (await _house.User("Ada")).GetProperty("token").GetString();
        await _house.Granted("other", "logIn", new { token });
        await _house.Granted("by password", "logIn", Credentials("Ada"));
        await _house.Granted("Ada", "logOut", new { });
        // Nothing else that is wrong with a request comes before it.
        Assert.Equal("not-logged-in", await _house.Refused("other", "addItem", new { }));
        Assert.Equal("not-logged-in", await _house.Refused("other", "removeItem", new { itemId = 1 }));
        Assert.Equal("not-logged-in", await _house.Refused("other", "placeBid", new { itemId = 1, amount = 5 }));
        await _house.Item("by password");
    }

    [Fact]
    public async Task AFloodOfRequestsIsRefusedAndThePatientAreServed()
    {
        await _house.List();
        for (var n = 0; n < 19; n++) await _house.List();
        Assert.Equal("too-many", await _house.Refused("somebody", "listItems", new { }));
        _house.Now += 250;
        await _house.List();
    }

    [Fact]
    public async Task TheFileIsNobodyElsesToReadAndHasNoTokens()
    {
        var token = (await _house.User("Ada")).GetProperty("token").GetString()!;
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(_house.File));
        }
        foreach (var file in Directory.GetFiles(Path.GetDirectoryName(_house.File)!))
        {
            await using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using var reader = new StreamReader(stream, System.Text.Encoding.Latin1);
            var text = await reader.ReadToEndAsync();
            Assert.DoesNotContain(token, text);
            Assert.DoesNotContain(TrialHouse.Password, text);
        }
    }
}
