using System.Reflection;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Outcry.Kit.Load;

namespace Outcry.Kit;

/// <summary>The server process of an app, whatever its framework.</summary>
public static class AppServer
{
    /// <summary>A framework must carry events of this many bytes. A longer one may end its connection.</summary>
    public const int TransportLimitBytes = 4 * 1_048_576;

    /// <summary>
    /// Connections that wait until the process gets round to them: as many as Linux allows a server by default. Kestrel lets 512 wait, and the
    /// kernel tries the others again, seconds later and ever more rarely.
    /// </summary>
    private const int Backlog = 4_096;

    /// <summary>The time after SIGTERM at which connections that have not ended by themselves are cut.</summary>
    private static readonly TimeSpan StopTime = TimeSpan.FromSeconds(2);

    /// <summary>A server without a framework: it has a <see cref="Room"/> and the <see cref="LoadTest"/>.</summary>
    public static WebApplicationBuilder CreateBuilder(ServerOptions options)
    {
        // No appsettings.json, no command line: the environment variables of the contract say it all.
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.WebHost.UseKestrelCore()
            .UseSockets((sockets) => sockets.Backlog = Backlog)
            .ConfigureKestrel((kestrel) => kestrel.Listen(options.Address, options.Port));
        // stdout is for the ready line.
        builder.Logging.AddConsole((console) => console.LogToStandardErrorThreshold = LogLevel.Trace)
            .SetMinimumLevel(LogLevel.Warning);
        builder.Services.Configure<HostOptions>((host) => host.ShutdownTimeout = StopTime);
        builder.Services.AddRoutingCore();
        builder.Services.AddSingleton<Room>();
        builder.Services.AddSingleton((all) => new LoadTest(all.GetRequiredService<Room>(), Clock.Now));
        return builder;
    }

    /// <summary>Answers what every app answers, beside the framework's paths: pages, health, control of the load test.</summary>
    public static void MapCommon(this WebApplication app, ServerOptions options)
    {
        app.MapMethods("/healthz", ["GET", "HEAD"], () => "ok\n");
        app.MapControl(app.Services.GetRequiredService<LoadTest>(), options.ControlToken);
        if (options.StaticDir != null) app.UsePages(options.StaticDir);
    }

    /// <summary>Runs an app's server as the environment says until it is told to stop.</summary>
    /// <param name="build">throws a <see cref="FormatException"/> with a sentence when the environment is wrong</param>
    /// <param name="framework">whose version the ready line says</param>
    /// <returns>the exit code of the process</returns>
    public static async Task<int> Run(Func<ServerOptions, WebApplication> build, Assembly framework)
    {
        if (!ServerOptions.TryRead(Environment.GetEnvironmentVariable, out var options, out var problem))
        {
            Console.Error.WriteLine(problem);
            return 1;
        }
        WebApplication app;
        try
        {
            app = build(options);
        }
        catch (FormatException error)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
        await using var running = app;
        try
        {
            await app.StartAsync();
        }
        catch (IOException error)
        {
            Console.Error.WriteLine($"cannot listen on {options.Host}:{options.Port}: {error.Message}");
            return 1;
        }
        Console.Out.WriteLine(ReadyLine(app, framework));
        await app.WaitForShutdownAsync();
        return 0;
    }

    /// <summary>The line that says the server listens, where, and what it is.</summary>
    private static string ReadyLine(WebApplication app, Assembly framework)
    {
        var address = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();
        var version = framework.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
        return JsonSerializer.Serialize(new
        {
            ready = true,
            port = BindingAddress.Parse(address).Port,
            // After the plus is the commit it was built from.
            versions = new { framework = version.Split('+')[0], runtime = $".NET {Environment.Version}" },
        });
    }
}
