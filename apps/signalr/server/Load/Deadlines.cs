namespace Outcry.SignalR.Load;

/// <summary>How long the hub waits, ms; protocol/README.md says for what.</summary>
public sealed record Deadlines(double Vanish = 5_000, double Silence = 30_000, double Report = 20_000);
