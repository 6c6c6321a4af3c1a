using Microsoft.AspNetCore.SignalR;
using Outcry.Kit.Load;

namespace Outcry.SignalR;

/// <summary>
/// Tells the load test who comes and who goes, and gives each connection its <see cref="Line"/>. Otherwise it is SignalR's own way
/// of reaching connections.
/// </summary>
internal sealed class Lines(LoadTest load, ILogger<Line> log, ILogger<DefaultHubLifetimeManager<OutcryHub>> baseLog)
    : DefaultHubLifetimeManager<OutcryHub>(baseLog)
{
    public override async Task OnConnectedAsync(HubConnectionContext connection)
    {
        await base.OnConnectedAsync(connection);
        var line = new Line(connection, log);
        connection.Features.Set(line);
        load.Connect(line);
    }

    public override async Task OnDisconnectedAsync(HubConnectionContext connection)
    {
        if (connection.Features.Get<Line>() is { } line) await load.Disconnect(line);
        await base.OnDisconnectedAsync(connection);
    }
}
