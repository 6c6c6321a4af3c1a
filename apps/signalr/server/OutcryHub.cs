using System.Text.Json;
using Microsoft.AspNetCore.Http.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.SignalR;
using Outcry.Kit.Auction;
using Outcry.Kit.Json;
using Outcry.Kit.Load;

namespace Outcry.SignalR;

/// <summary>
/// Methods that clients can call. Events and requests go through one method each, with their name as an argument: SignalR takes a call
/// whatever the letters of its name (<c>ECHO</c> would be <c>echo</c>), and drops one of a method that does not exist, or with arguments
/// of the wrong types, without a word. Here names are exact, and what cannot be taken is refused with a sentence. Calls of one connection
/// are taken one after the other, in the order they were made; those of others run beside them.
/// </summary>
internal sealed class OutcryHub(LoadTest load, AuctionHouse auction) : Hub
{
    private Line Line => Context.Features.GetRequiredFeature<Line>();

    public override Task OnDisconnectedAsync(Exception? exception)
    {
        auction.Disconnect(Context.ConnectionId);
        return Task.CompletedTask;
    }

    /// <summary>
    /// The transport this connection uses, in the framework's words. A client that has the answer is in the room: it counts itself
    /// connected some time before the server does.
    /// </summary>
    public string Transport() => Context.Features.GetRequiredFeature<IHttpTransportFeature>().TransportType.ToString();

    /// <summary>An event, which wants no reply.</summary>
    public Task Send(JsonElement name, JsonElement data) => load.Event(Line, JsonText.DecodeOrNull(name), data);

    /// <summary>An event that wants a reply.</summary>
    public async Task<object> Request(JsonElement name, JsonElement data)
    {
        var request = JsonText.DecodeOrNull(name);
        if (!AuctionHouse.Has(request)) return await load.Request(Line, request, data);
        var address = Context.GetHttpContext()?.Connection.RemoteIpAddress?.ToString();
        return await auction.Request(Context.ConnectionId, address, request, data);
    }
}
