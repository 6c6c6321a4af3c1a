namespace Outcry.SignalR.Load;

/// <summary>A fault in what a client sent: the code and the sentence it is refused with.</summary>
internal sealed record Fault(string Code, string Reason)
{
    public static readonly Fault NotAnObject = new("wrong-type", "data must be a JSON object");

    public static Fault Missing(string field) => new("missing-field", $"{field} is missing");

    public static Fault Mistyped(string field, string expected) => new("wrong-type", $"{field} must be {expected}");

    public static Fault OutOfRange(string field, string expected) => new("out-of-range", $"{field} must be {expected}");

    public static Fault WrongState(string reason) => new("wrong-state", reason);

    public static Fault TooLarge(string reason) => new("too-large", reason);
}
