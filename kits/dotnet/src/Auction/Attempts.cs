namespace Outcry.Kit.Auction;

/// <summary>How often passwords may be tried and users made: the rules of "Attempts" in kits/schema/README.md.</summary>
internal sealed class Attempts(Func<double> now)
{
    /// <summary>What failed, by connection, by name and address together, and by address.</summary>
    private static readonly Rate OfConnection = new(10, 10_000), OfName = new(10, 30_000), OfAddress = new(100, 2_000);

    /// <summary>Users made from one address; a whole office may share one.</summary>
    private static readonly Rate Registrations = new(300, 5_000);

    private const string TooManyLogins = "Too many attempts to log in. Wait half a minute and try again.";
    private const string TooManyUsers = "Too many attempts to register. Wait half a minute and try again.";

    /// <summary>Around all limits and lines: what is done under it is short, and hashes nothing.</summary>
    private readonly Lock _lock = new();
    private readonly RateLimits _names = new(OfName);
    private readonly RateLimits _addresses = new(OfAddress);
    private readonly RateLimits _registrations = new(Registrations);

    /// <summary>By address; where nobody waits there is none.</summary>
    private readonly Dictionary<string, WaitingLine> _lines = [];

    /// <summary>What a connection that has not tried anything yet may fail.</summary>
    public RateLimit Failures() => new(OfConnection, now());

    /// <summary>Throws a <see cref="Refusal"/>, or whatever <paramref name="make"/> throws.</summary>
    /// <param name="key">of the name that is tried</param>
    public Task<T> LogIn<T>(Visitor visitor, string key, Func<Task<T>> make) => InLine(
        new Attempt(
            visitor,
            () => new Charges([.. Common(visitor), _names.Of($"{visitor.Address} {key}", now())], []),
            TooManyLogins),
        make);

    /// <summary>Throws a <see cref="Refusal"/>, or whatever <paramref name="make"/> throws.</summary>
    public Task<T> Register<T>(Visitor visitor, Func<Task<T>> make) => InLine(
        new Attempt(visitor, () => new Charges(Common(visitor), [_registrations.Of(visitor.Address, now())]), TooManyUsers),
        make);

    /// <summary>A connection has ended.</summary>
    public void Leave(Visitor visitor)
    {
        lock (_lock)
        {
            if (!_lines.TryGetValue(visitor.Address, out var line)) return;
            line.Leave(visitor);
            Tidy(visitor.Address);
        }
    }

    private RateLimit[] Common(Visitor visitor) => [visitor.Failures, _addresses.Of(visitor.Address, now())];

    private async Task<T> InLine<T>(Attempt attempt, Func<Task<T>> make)
    {
        var (line, turn) = Join(attempt);
        var charges = await turn;
        var outcome = Outcome.Neither;
        try
        {
            var made = await make();
            outcome = Outcome.Success;
            return made;
        }
        catch (Refusal refusal) when (refusal.Code is "wrong-login" or "name-taken")
        {
            // A fault of ours, or a full queue, is not counted.
            outcome = Outcome.Failure;
            throw;
        }
        finally
        {
            lock (_lock)
            {
                line.Done(charges, outcome);
                Tidy(attempt.Visitor.Address);
            }
        }
    }

    private (WaitingLine, Task<Charges>) Join(Attempt attempt)
    {
        var address = attempt.Visitor.Address;
        lock (_lock)
        {
            if (!_lines.TryGetValue(address, out var line)) _lines[address] = line = new WaitingLine(now);
            var turn = line.Join(attempt);
            Tidy(address);
            return (line, turn);
        }
    }

    private void Tidy(string address)
    {
        if (_lines[address].IsEmpty) _lines.Remove(address);
    }
}
