using System.Text.Json;
using Outcry.Kit.Auction;
using Outcry.Kit.Json;

namespace Outcry.Kit.Tests;

/// <summary>The values that every language is tested on: texts, names, passwords, tokens; and what DATABASE_URL may say.</summary>
public sealed class InputTests
{
    public static TheoryData<string, string> Texts
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (var entry in Vectors("texts.json").EnumerateArray())
            {
                var what = entry.GetProperty("what").GetString()!;
                foreach (var usedAs in new[] { "userName", "itemName", "description" }) cases.Add(what, usedAs);
            }
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void TextsAreKeptAndRefusedAsInEveryLanguage(string what, string usedAs)
    {
        var entry = Vectors("texts.json").EnumerateArray().Single((one) => one.GetProperty("what").GetString() == what);
        var times = entry.TryGetProperty("times", out var count) ? count.GetInt32() : 1;
        var text = string.Concat(Enumerable.Repeat(JsonText.Decode(entry.GetProperty("text")), times));
        var isOther = entry.TryGetProperty(usedAs, out var other);
        var expected = isOther && other.ValueKind == JsonValueKind.Object
            ? other.GetProperty("refused").GetString()!
            : $"kept {(isOther ? other.GetString() : text)}";
        Assert.Equal(expected, Outcome(text, usedAs));
    }

    private static string Outcome(string text, string usedAs)
    {
        var rules = new TextRules("field", "A text", usedAs switch { "userName" => 40, "itemName" => 100, _ => 2_000 });
        try
        {
            return $"kept {(usedAs == "description" ? Text.Paragraphs(text, rules) : Text.Name(text, rules))}";
        }
        catch (Refusal refusal)
        {
            return refusal.Code;
        }
    }

    [Fact]
    public void NamesHaveTheKeysThatEveryLanguageGivesThem() => ForEach("name-keys.json", (entry) =>
        Assert.Equal(entry.GetProperty("key").GetString(), Text.NameKey(entry.GetProperty("name").GetString()!)));

    [Fact]
    public void PasswordsThatAnyLanguageHasHashedAreRight() => ForEach("passwords.json", (entry) =>
    {
        var stored = entry.GetProperty("stored").GetString()!;
        Assert.True(Passwords.Matches(entry.GetProperty("password").GetString()!, stored));
        Assert.False(Passwords.Matches("another", stored));
    });

    [Fact]
    public void TokensHaveTheHashesThatEveryLanguageGivesThem()
    {
        var vector = Vectors("tokens.json");
        var entries = vector.ValueKind == JsonValueKind.Array ? vector.EnumerateArray().ToList() : [vector];
        Assert.NotEmpty(entries);
        Assert.All(entries, (entry) => Assert.Equal(entry.GetProperty("token_hash").GetString(), Tokens.Hash(entry.GetProperty("token").GetString()!)));
    }

    [Fact]
    public async Task APasswordOfTheRightFormIsStored()
    {
        var stored = await new Passwords().Hash("pa\u030assw\u00f6rd");
        Assert.Matches(@"^\$pbkdf2-sha512\$i=210000\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{86}$", stored);
        Assert.True(Passwords.Matches("p\u00e5ssw\u00f6rd", stored));
        Assert.Throws<InvalidDataException>(() => Passwords.Matches("x", "$pbkdf2-sha512$i=99999999$AAECAwQFBgcICQoLDA0ODw$" + new string('A', 86)));
    }

    [Theory]
    [InlineData("on", "i=1000")]
    [InlineData(null, "i=210000")]
    [InlineData("off", "i=210000")]
    public async Task AServerThatLivesForATestAloneHashesLess(string? shortLived, string iterations) =>
        Assert.Contains(iterations, await Passwords.OfServer((name) => name == "SHORT_LIVED" ? shortLived : null).Hash("password"));

    [Theory]
    [InlineData(null, "sqlite:data/auction.sqlite")]
    [InlineData("sqlite:/tmp/x.sqlite", "sqlite:/tmp/x.sqlite")]
    [InlineData("SQLITE:///tmp/x.sqlite", "sqlite:/tmp/x.sqlite")]
    public void DatabaseUrlsAreRead(string? url, string label) => Assert.Equal(label, DatabaseTarget.Read(url).Label);

    [Theory]
    [InlineData("mysql://ada:secret@127.0.0.1/auction")]
    [InlineData("ada:secret@127.0.0.1/auction")]
    [InlineData("sqlite:")]
    [InlineData("sqlite://host/secret")]
    [InlineData("sqlite::memory:")]
    public void DatabaseUrlsThatCannotBeServedAreRefusedInASentenceWithoutThePassword(string url)
    {
        var problem = Assert.Throws<FormatException>(() => DatabaseTarget.Read(url)).Message;
        Assert.StartsWith("DATABASE_URL ", problem);
        Assert.DoesNotContain("secret", problem);
    }

    internal static JsonElement Vectors(string file) =>
        JsonDocument.Parse(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "schema-vectors", file))).RootElement;

    private static void ForEach(string file, Action<JsonElement> check)
    {
        var entries = Vectors(file).EnumerateArray().ToList();
        Assert.NotEmpty(entries);
        entries.ForEach(check);
    }
}
