using System.Text.Json;
using Outcry.Kit.Json;

namespace Outcry.Kit.Auction;

/// <summary>The data of each request, checked: everything a client sends is hostile. Each throws a <see cref="Refusal"/>.</summary>
internal static class Input
{
    private static readonly TextRules Name = new("name", "A name", Limits.UserName);
    private static readonly TextRules Password = new("password", "A password", Limits.Password);
    private static readonly TextRules ItemName = new("name", "The name of an item", Limits.ItemName);
    private static readonly TextRules Description = new("description", "A description", Limits.Description);

    /// <summary>Longest text that is hashed as a token; no token is as long.</summary>
    private const int TokenLimit = 200;

    internal readonly record struct Credentials(string Name, string Key, string Password);

    internal readonly record struct NewItem(string Name, string Description, long MinimumPrice);

    public static Credentials Register(JsonElement data) => ReadCredentials(data, Limits.PasswordLeast);

    /// <summary>Either a token or a name with a password.</summary>
    public static (string? Token, Credentials Credentials) LogIn(JsonElement data)
    {
        if (data.ValueKind == JsonValueKind.Object && new Fields(data)["token"].ValueKind != JsonValueKind.Undefined)
        {
            var token = String(data, "token", "The token");
            if (token.Length > TokenLimit) throw new Refusal("too-long", "That is no token of this house.", "token");
            return (token, default);
        }
        // Too short a password is a wrong one; that it cannot be right is no news to an owner, and none for others.
        return (null, ReadCredentials(data, 1));
    }

    public static NewItem AddItem(JsonElement data) => new(
        Text.Name(String(data, ItemName.Field, ItemName.Called), ItemName),
        Text.Paragraphs(String(data, Description.Field, Description.Called), Description),
        Cents(data, "minimumPrice", "The minimum price"));

    public static long RemoveItem(JsonElement data) => ItemId(data);

    public static (long ItemId, long Amount) PlaceBid(JsonElement data) => (ItemId(data), Cents(data, "amount", "A bid"));

    /// <summary><c>logOut</c> and <c>listItems</c> have no fields, but their data is an object as well.</summary>
    public static void Nothing(JsonElement data)
    {
        if (data.ValueKind != JsonValueKind.Object) throw new Refusal("wrong-type", "The data of a request is a JSON object.");
    }

    private static Credentials ReadCredentials(JsonElement data, int leastPassword)
    {
        var name = Text.Name(String(data, Name.Field, Name.Called), Name);
        var password = Text.Password(String(data, Password.Field, Password.Called), Password, leastPassword);
        return new Credentials(name, Text.NameKey(name), password);
    }

    private static JsonElement Field(JsonElement data, string field, string called, JsonValueKind kind)
    {
        Nothing(data);
        var value = new Fields(data)[field];
        // A null is what many serialisers write for a field that is not there.
        if (value.ValueKind is JsonValueKind.Undefined or JsonValueKind.Null)
        {
            throw new Refusal("missing-field", $"{called} is missing.", field);
        }
        if (value.ValueKind == kind) return value;
        throw new Refusal("wrong-type", $"{called} must be a {(kind == JsonValueKind.String ? "string" : "number")}.", field);
    }

    private static string String(JsonElement data, string field, string called) =>
        JsonText.Decode(Field(data, field, called, JsonValueKind.String));

    /// <summary>A whole number of cents that an item can cost.</summary>
    private static long Cents(JsonElement data, string field, string called)
    {
        var value = JsonNumber.Read(Field(data, field, called, JsonValueKind.Number));
        if (!double.IsInteger(value)) throw new Refusal("invalid", $"{called} is a whole number of cents.", field);
        if (value < 1) throw new Refusal("invalid", $"{called} is at least {Money.Format(1)}.", field);
        if (value > Limits.Price) throw new Refusal("invalid", $"{called} is at most {Money.Format(Limits.Price)}.", field);
        return (long)value;
    }

    private static long ItemId(JsonElement data)
    {
        var value = JsonNumber.Read(Field(data, "itemId", "The item", JsonValueKind.Number));
        if (double.IsInteger(value) && value is >= 1 and <= JsonNumber.LargestInteger) return (long)value;
        throw new Refusal("invalid", "The number of an item is a whole number, 1 or more.", "itemId");
    }
}
