using Outcry.SignalR;

if (!ServerOptions.TryRead(Environment.GetEnvironmentVariable, out var options, out var problem))
{
    Console.Error.WriteLine(problem);
    return 1;
}

var app = Server.Build(options);
try
{
    await app.StartAsync();
}
catch (IOException error)
{
    Console.Error.WriteLine($"cannot listen on {options.Host}:{options.Port}: {error.Message}");
    return 1;
}
Console.Out.WriteLine(Server.ReadyLine(app));
await app.WaitForShutdownAsync();
return 0;
