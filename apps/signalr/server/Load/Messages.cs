using System.Text.Json;
using System.Text.Json.Serialization;
using Outcry.SignalR.Wire;

namespace Outcry.SignalR.Load;

/// <summary>
/// What the hub says, as protocol/messages.ts has it. Times are ms since the epoch; <c>Received</c>,
/// <c>StartedAt</c> and <c>FinishedAt</c> are the server's clock, all others the sender's.
/// </summary>
public sealed record TestStarted(string TestType, int ClientCount, int Spacing, double StartTime);

/// <param name="Payload">The sender's JSON string as it came, escapes and all: it is never decoded.</param>
public sealed record DeliveredMessage(
    string Id, int ClientId, long Seq, double Due, double Sent,
    [property: JsonConverter(typeof(AsItCame))] JsonElement Payload,
    double Received);

public sealed record Harvest(long Broadcasts);

public sealed record HarvestComplete(Dataset Dataset);

public sealed record Refused(string? Event, string Code, string Reason);

/// <param name="Reports">JSON objects, checked, with the fields of a report and no others.</param>
public sealed record Dataset(
    string TestType, int ClientCount, ServerCounts Server,
    [property: JsonConverter(typeof(ListAsItCame))] IReadOnlyList<JsonElement> Reports,
    IReadOnlyList<Vanished> Vanished);

/// <summary>What the hub counted; lists are per bucket since the start of the test.</summary>
public sealed record ServerCounts(
    double StartedAt, double FinishedAt, int Spacing, IReadOnlyList<long> ReceivedByServer, IReadOnlyList<long> SentByServer,
    long Broadcasts, long Refused);

/// <summary>A client the hub stopped waiting for; without an id when it had not said which one it was.</summary>
public sealed record Vanished(int? ClientId, string Why);
