using System.Collections.Concurrent;

namespace Outcry.Kit.Auction;

/// <summary>
/// How often passwords may be tried and users made. What succeeds costs nothing; what fails is counted for the connection, for the
/// name, whoever tries it, and for the address, so that neither new connections nor new names help.
/// </summary>
internal sealed class Attempts(Func<double> now)
{
    private static readonly Rate OfConnection = new(10, 10_000), OfName = new(10, 30_000), OfAddress = new(100, 2_000);

    /// <summary>Users made from one address; a whole office may share one.</summary>
    private static readonly Rate Registrations = new(300, 5_000);

    private const string TooManyLogins = "Too many attempts to log in. Wait half a minute and try again.";
    private const string TooManyUsers = "Too many attempts to register. Wait half a minute and try again.";

    private readonly ConcurrentDictionary<string, RateLimit> _connections = new();
    private readonly RateLimits _names = new(OfName);
    private readonly RateLimits _addresses = new(OfAddress);
    private readonly RateLimits _registrations = new(Registrations);

    /// <param name="key">of the name that is tried</param>
    public Task<T> LogIn<T>(Visitor visitor, string key, Func<Task<T>> attempt) =>
        Counted([.. Common(visitor), _names.Of(key, now())], TooManyLogins, attempt);

    public Task<T> Register<T>(Visitor visitor, Func<Task<T>> attempt)
    {
        if (visitor.Address is { } address && !_registrations.Of(address, now()).Take(now())) throw new Refusal("too-many", TooManyUsers);
        return Counted(Common(visitor), TooManyUsers, attempt);
    }

    public void Forget(string connection) => _connections.TryRemove(connection, out _);

    private List<RateLimit> Common(Visitor visitor)
    {
        var ofConnection = _connections.GetOrAdd(visitor.Connection, (_) => new RateLimit(OfConnection, now()));
        return visitor.Address is { } address ? [ofConnection, _addresses.Of(address, now())] : [ofConnection];
    }

    /// <summary>
    /// Counted when it has failed. Attempts that are under way at the same time may so go over the limit once, on credit; in return
    /// a hundred connections of one user can log in at once.
    /// </summary>
    private async Task<T> Counted<T>(List<RateLimit> limits, string reason, Func<Task<T>> attempt)
    {
        if (!limits.All((limit) => limit.Has(now()))) throw new Refusal("too-many", reason);
        try
        {
            return await attempt();
        }
        catch (Refusal refusal) when (refusal.Code is "wrong-login" or "name-taken")
        {
            limits.ForEach((limit) => limit.Charge(now()));
            throw;
        }
    }
}
