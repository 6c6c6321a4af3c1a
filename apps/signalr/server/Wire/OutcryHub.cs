using System.Text.Json;
using Microsoft.AspNetCore.Http.Connections.Features;
using Microsoft.AspNetCore.SignalR;
using Outcry.SignalR.Auction;
using Outcry.SignalR.Load;

namespace Outcry.SignalR.Wire;

/// <summary>
/// What clients can call. Events and requests go through one method each, with their name as an argument: SignalR drops what is
/// sent to a method that does not exist, or with arguments of the wrong types, without a word, and here it is to be refused with
/// one. Calls of one connection are taken one after the other, in the order they were made; those of others run beside them.
/// </summary>
internal sealed class OutcryHub(LoadHub load, Outbox outbox, AuctionHouse auction) : Hub<IOutcryClient>
{
    public override Task OnConnectedAsync()
    {
        load.Connect(Context.ConnectionId);
        return Task.CompletedTask;
    }

    public override Task OnDisconnectedAsync(Exception? exception)
    {
        load.Disconnect(Context.ConnectionId);
        auction.Disconnect(Context.ConnectionId);
        return Task.CompletedTask;
    }

    /// <summary>
    /// The transport this connection uses, in the framework's words. Who has the answer is known to the hub too: a client
    /// counts itself connected some time before the server does.
    /// </summary>
    public string Transport() => Context.Features.Get<IHttpTransportFeature>()!.TransportType.ToString();

    /// <summary>An event, which wants no reply.</summary>
    public Task Send(JsonElement name, JsonElement data)
    {
        var isEvent = IsWellFormed(name, data);
        return outbox.Flush(isEvent
            ? load.Receive(Context.ConnectionId, JsonText.Decode(name), data)
            : load.Refuse(Context.ConnectionId, null, "bad-json", "not the name of an event and its data, in UTF-8"));
    }

    /// <summary>An event that wants a reply.</summary>
    public Task<object> Request(JsonElement name, JsonElement data)
    {
        var address = Context.GetHttpContext()?.Connection.RemoteIpAddress?.ToString();
        return auction.Request(Context.ConnectionId, address, IsWellFormed(name, data) ? JsonText.Decode(name) : "", data);
    }

    private static bool IsWellFormed(JsonElement name, JsonElement data) =>
        name.ValueKind == JsonValueKind.String && JsonText.IsWellFormed(name) && JsonText.IsWellFormed(data);
}
