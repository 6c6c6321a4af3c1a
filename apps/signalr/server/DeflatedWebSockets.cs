using System.Net.WebSockets;
using Microsoft.AspNetCore.Http.Features;

namespace Outcry.SignalR;

/// <summary>
/// WebSockets that compress their messages, if the client offers it. The framework's hubs have no option for that: they accept what the
/// request has for WebSockets.
/// </summary>
internal sealed class DeflatedWebSockets(IHttpWebSocketFeature webSockets) : IHttpWebSocketFeature
{
    public bool IsWebSocketRequest => webSockets.IsWebSocketRequest;

    public Task<WebSocket> AcceptAsync(WebSocketAcceptContext context)
    {
        context.DangerousEnableCompression = true;
        return webSockets.AcceptAsync(context);
    }
}

internal static class Compression
{
    public static void UseDeflatedWebSockets(this WebApplication app)
    {
        app.UseWebSockets();
        app.Use((context, next) =>
        {
            if (context.Features.Get<IHttpWebSocketFeature>() is { } webSockets)
            {
                context.Features.Set<IHttpWebSocketFeature>(new DeflatedWebSockets(webSockets));
            }
            return next(context);
        });
    }
}
