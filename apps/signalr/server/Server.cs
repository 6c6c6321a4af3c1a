using System.Reflection;
using System.Text.Json;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.SignalR;
using Outcry.SignalR.Auction;
using Outcry.SignalR.Load;
using Outcry.SignalR.Wire;

namespace Outcry.SignalR;

/// <summary>The server process: its services and what it answers.</summary>
internal static class Server
{
    /// <summary>Where the hub is, on every transport.</summary>
    public const string HubPath = "/signalr";

    /// <summary>An event over so many bytes ends its connection.</summary>
    public const int TransportLimitBytes = 4 * 1_048_576;

    /// <summary>After SIGTERM, connections that have not ended by themselves are cut.</summary>
    private static readonly TimeSpan StopTime = TimeSpan.FromSeconds(2);

    public static WebApplication Build(ServerOptions options)
    {
        // No appsettings.json, no command line: the environment variables of the contract say it all.
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.WebHost.UseKestrelCore().ConfigureKestrel((kestrel) => kestrel.Listen(options.Address, options.Port));
        // stdout is for the ready line.
        builder.Logging.AddConsole((console) => console.LogToStandardErrorThreshold = LogLevel.Trace)
            .SetMinimumLevel(LogLevel.Warning);
        builder.Services.Configure<HostOptions>((host) => host.ShutdownTimeout = StopTime);
        builder.Services.AddRoutingCore();
        AddHub(builder.Services);
        AddAuction(builder.Services, options.Database);

        var app = builder.Build();
        app.MapGet("/healthz", () => "ok\n");
        app.MapHub<OutcryHub>(HubPath);
        if (options.StaticDir != null) app.UsePages(options.StaticDir);
        return app;
    }

    private static void AddHub(IServiceCollection services)
    {
        services.AddSignalR((hub) => hub.MaximumReceiveMessageSize = TransportLimitBytes);
        services.AddSingleton<HubLifetimeManager<OutcryHub>, BoundedBacklog>();
        services.AddSingleton<Outbox>();
        services.AddSingleton((all) => new LoadHub(all.GetRequiredService<Outbox>(), ServerClock.Now, new Deadlines()));
        services.AddHostedService<Ticker>();
    }

    private static void AddAuction(IServiceCollection services, DatabaseTarget database)
    {
        services.AddSingleton(new Passwords());
        services.AddSingleton((all) => new AuctionHouse(
            database, all.GetRequiredService<IHubContext<OutcryHub, IOutcryClient>>().Clients.All, ServerClock.Now,
            all.GetRequiredService<Passwords>(), all.GetRequiredService<ILogger<AuctionHouse>>()));
    }

    /// <summary>The line that says the server listens, where, and what it is.</summary>
    public static string ReadyLine(WebApplication app)
    {
        var address = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();
        var framework = typeof(Hub).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
        return JsonSerializer.Serialize(new
        {
            ready = true,
            port = BindingAddress.Parse(address).Port,
            // After the plus is the commit it was built from.
            versions = new { framework = framework.Split('+')[0], runtime = $".NET {Environment.Version}" },
        });
    }
}
