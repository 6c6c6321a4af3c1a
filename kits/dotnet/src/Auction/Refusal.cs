using System.Text.Json.Serialization;

namespace Outcry.Kit.Auction;

/// <summary>A request that the house refuses: thrown by the rules, sent as the reply.</summary>
/// <param name="code">one of AuctionRefusal in shared-ui/auction/contract.ts</param>
/// <param name="reason">a sentence that the person can act on</param>
/// <param name="field">the input it belongs to, where there is one</param>
internal sealed class Refusal(string code, string reason, string? field = null) : Exception($"{code}: {reason}")
{
    public string Code => code;

    /// <summary>The refusal as it goes over the wire.</summary>
    public Refused Reply { get; } = new(code, reason, field);

    public sealed record Refused(
        string Code, string Reason, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Field)
    {
        public bool Ok => false;
    }
}
