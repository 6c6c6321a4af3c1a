using System.Threading.RateLimiting;

namespace Outcry.Kit.Auction;

/// <summary>
/// The limit on failed log-ins and registrations: "Failed log-ins" in kits/schema/README.md. An attempt holds one of its address's permits
/// while it is made, so that attempts sent at once are no more guesses; a failed one holds it for a minute.
/// </summary>
internal sealed class FailureLimit(TimeProvider time) : IAsyncDisposable
{
    /// <summary>Failures per address.</summary>
    private const int Failures = 100;

    private static readonly TimeSpan Window = TimeSpan.FromMinutes(1);

    /// <summary>Permits by address. The library forgets those all of whose permits are free.</summary>
    private readonly PartitionedRateLimiter<string> _permits = PartitionedRateLimiter.Create((string address) =>
        RateLimitPartition.GetConcurrencyLimiter(address, (_) => new ConcurrencyLimiterOptions { PermitLimit = Failures }));

    /// <summary>
    /// Makes an attempt to log in or to register. Throws a <see cref="Refusal"/> when the address has no permit left, or whatever
    /// <paramref name="make"/> throws.
    /// </summary>
    /// <param name="address">as <see cref="Addresses.CountedAs"/> returns it</param>
    public async Task<T> Attempt<T>(string address, Func<Task<T>> make)
    {
        var permit = _permits.AttemptAcquire(address);
        if (!permit.IsAcquired) throw new Refusal("too-many", "Too many failed attempts from your network. Wait a minute and try again.");
        var failed = false;
        try
        {
            return await make();
        }
        catch (Refusal refusal) when (refusal.Code is "wrong-login" or "name-taken")
        {
            // Only what the client got wrong counts; a fault of the server does not.
            failed = true;
            throw;
        }
        finally
        {
            if (!failed) permit.Dispose();
            else _ = Task.Delay(Window, time).ContinueWith((_) => permit.Dispose(), TaskContinuationOptions.ExecuteSynchronously);
        }
    }

    public ValueTask DisposeAsync() => _permits.DisposeAsync();
}
