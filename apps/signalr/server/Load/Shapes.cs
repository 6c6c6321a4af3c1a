using System.Text.Json;
using Outcry.SignalR.Wire;
using Kind = System.Text.Json.JsonValueKind;

namespace Outcry.SignalR.Load;

/// <summary>
/// What a hub takes as <c>initTest</c>, <c>message</c> and <c>complete</c>, whatever its state. Each is read into its values, or
/// into the first fault. Everything here is hostile; nothing here needs the hub's lock.
/// </summary>
internal static class Shapes
{
    /// <summary>A payload of more bytes of UTF-8 is refused; the connection stays.</summary>
    public const int PayloadLimitBytes = 1_048_576;

    /// <summary>Most clients one test may have: the hub keeps a few bytes for each from the start.</summary>
    public const int ClientLimit = 100_000;

    /// <summary>Widest bucket, seconds.</summary>
    public const int SpacingLimit = 3_600;

    /// <summary>A message as it came: <c>Id</c> is known to be made of the other two.</summary>
    internal readonly record struct LoadMessage(
        string Id, long ClientId, long Seq, double Due, double Sent, JsonElement Payload);

    public static Fault? Read(JsonElement data, out TestStarted test)
    {
        test = null!;
        if (data.ValueKind != Kind.Object) return Fault.NotAnObject;
        var fields = new Fields(data);
        var (testType, clientCount, spacing, startTime) =
            (fields["testType"], fields["clientCount"], fields["spacing"], fields["startTime"]);
        var fault = Checks.Type("testType", testType, Kind.String)
            ?? Checks.Type("clientCount", clientCount, Kind.Number)
            ?? Checks.Type("spacing", spacing, Kind.Number)
            ?? Checks.Type("startTime", startTime, Kind.Number)
            ?? (Checks.Text(testType) is "broadcast" or "echo" ? null : Fault.OutOfRange("testType", "\"broadcast\" or \"echo\""))
            ?? Checks.Integer("clientCount", clientCount, 1, ClientLimit)
            ?? Checks.Integer("spacing", spacing, 1, SpacingLimit)
            ?? Checks.Finite("startTime", startTime);
        if (fault != null) return fault;
        test = new TestStarted(
            Checks.Text(testType), (int)Checks.Number(clientCount), (int)Checks.Number(spacing), Checks.Number(startTime));
        return null;
    }

    public static Fault? Read(JsonElement data, out LoadMessage message)
    {
        message = default;
        if (data.ValueKind != Kind.Object) return Fault.NotAnObject;
        JsonElement id = default, clientId = default, seq = default, due = default, sent = default, payload = default;
        // One pass instead of a look-up for each field: this is what every message of a test goes through.
        foreach (var property in data.EnumerateObject())
        {
            switch (Fields.NameOf(property))
            {
                case "id": id = property.Value; break;
                case "clientId": clientId = property.Value; break;
                case "seq": seq = property.Value; break;
                case "due": due = property.Value; break;
                case "sent": sent = property.Value; break;
                case "payload": payload = property.Value; break;
            }
        }
        var fault = Checks.Type("id", id, Kind.String)
            ?? Checks.Type("clientId", clientId, Kind.Number)
            ?? Checks.Type("seq", seq, Kind.Number)
            ?? Checks.Type("due", due, Kind.Number)
            ?? Checks.Type("sent", sent, Kind.Number)
            ?? Checks.Type("payload", payload, Kind.String)
            ?? Checks.Integer("clientId", clientId, 1)
            ?? Checks.Integer("seq", seq, 0)
            ?? Checks.Finite("due", due)
            ?? Checks.Finite("sent", sent);
        if (fault != null) return fault;
        var text = Checks.Text(id);
        message = new LoadMessage(
            text, (long)Checks.Number(clientId), (long)Checks.Number(seq), Checks.Number(due), Checks.Number(sent), payload);
        if (text != $"c:{message.ClientId}m:{message.Seq}") return Fault.OutOfRange("id", "\"c:<clientId>m:<seq>\"");
        return JsonText.IsAtMostUtf8(payload, PayloadLimitBytes)
            ? null
            : Fault.TooLarge($"payload is over {PayloadLimitBytes} bytes of UTF-8");
    }

    public static Fault? Read(JsonElement data, out long clientId)
    {
        clientId = 0;
        if (data.ValueKind != Kind.Object) return Fault.NotAnObject;
        var value = new Fields(data)["clientId"];
        var fault = Checks.Type("clientId", value, Kind.Number) ?? Checks.Integer("clientId", value, 1);
        if (fault == null) clientId = (long)Checks.Number(value);
        return fault;
    }
}
