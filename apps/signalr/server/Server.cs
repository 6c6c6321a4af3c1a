using Microsoft.AspNetCore.SignalR;
using Outcry.Kit;
using Outcry.Kit.Auction;

namespace Outcry.SignalR;

/// <summary>The part of the server process that is SignalR's.</summary>
internal static class Server
{
    public static WebApplication Build(ServerOptions options)
    {
        var builder = AppServer.CreateBuilder(options);
        AuctionHouse.AddTo(builder);
        builder.Services.AddSignalR((hub) => hub.MaximumReceiveMessageSize = AppServer.TransportLimitBytes);
        builder.Services.AddSingleton<HubLifetimeManager<OutcryHub>, Lines>();
        var app = builder.Build();
        if (options.Compresses) app.UseDeflatedWebSockets();
        app.MapHub<OutcryHub>("/signalr", (endpoint) => endpoint.AllowStatefulReconnects = options.Recovers);
        app.MapCommon(options);
        return app;
    }
}
