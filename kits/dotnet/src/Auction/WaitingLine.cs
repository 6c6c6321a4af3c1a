namespace Outcry.Kit.Auction;

/// <summary>What an attempt is counted by: if it fails, and if it does not.</summary>
internal sealed record Charges(IReadOnlyList<RateLimit> Failure, IReadOnlyList<RateLimit> Success);

/// <param name="Visitor">who makes it</param>
/// <param name="Charges">asked again whenever it might be its turn, since nobody but those under way keeps a limit</param>
/// <param name="TooMany">what is said when there have been too many</param>
internal sealed record Attempt(Visitor Visitor, Func<Charges> Charges, string TooMany);

internal enum Outcome { Success, Failure, Neither }

/// <summary>
/// Those who try passwords or make users, from one address. Each attempt is counted before it is made, and given back where it turns
/// out not to count. One for which there is nothing left but what others may give back waits for them. So however many come at
/// once, no more fail than the limits say, and those who know their password are let in. For one thread at a time.
/// </summary>
internal sealed class WaitingLine(Func<double> now)
{
    /// <summary>Of one address, so that others are hashed for meanwhile: as many as are hashed at once on a large machine.</summary>
    private const int AtOnce = 3;

    /// <summary>Each takes some 0.15 s of a core. Who would wait longer than a request may take is told at once.</summary>
    private const int LineLimit = 128;

    private sealed record Waiting(Attempt Attempt, TaskCompletionSource<Charges> Turn);

    private List<Waiting> _line = [];
    private int _underWay;

    /// <summary>Nobody waits, and nothing is under way.</summary>
    public bool IsEmpty => _underWay == 0 && _line.Count == 0;

    /// <summary>
    /// Completed when it is the attempt's turn, with what it is counted by; <see cref="Done"/> has to follow. Throws a
    /// <see cref="Refusal"/>, now or by the task, when there have been too many, or too many wait.
    /// </summary>
    public Task<Charges> Join(Attempt attempt)
    {
        if (_line.Count >= LineLimit) throw Passwords.Busy();
        var turn = new TaskCompletionSource<Charges>(TaskCreationOptions.RunContinuationsAsynchronously);
        _line.Add(new Waiting(attempt, turn));
        Serve();
        return turn.Task;
    }

    /// <summary>An attempt that had its turn has been made.</summary>
    public void Done(Charges charges, Outcome outcome)
    {
        var at = now();
        foreach (var limit in charges.Failure) limit.Settle(outcome == Outcome.Failure, at);
        foreach (var limit in charges.Success) limit.Settle(outcome == Outcome.Success, at);
        _underWay--;
        Serve();
    }

    /// <summary>A connection has ended: its attempts need not be made.</summary>
    public void Leave(Visitor visitor)
    {
        var left = _line.Where((waiting) => waiting.Attempt.Visitor == visitor).ToList();
        _line.RemoveAll(left.Contains);
        foreach (var waiting in left) waiting.Turn.SetException(new Refusal("failed", "The connection has ended."));
    }

    private void Serve()
    {
        var at = now();
        var line = _line;
        _line = [];
        foreach (var waiting in line)
        {
            var charges = waiting.Attempt.Charges();
            List<RateLimit> limits = [.. charges.Failure, .. charges.Success];
            if (limits.Any((limit) => limit.IsSpent(at)))
            {
                waiting.Turn.SetException(new Refusal("too-many", waiting.Attempt.TooMany));
            }
            else if (_underWay < AtOnce && limits.All((limit) => limit.Has(at)))
            {
                limits.ForEach((limit) => limit.SetAside());
                _underWay++;
                waiting.Turn.SetResult(charges);
            }
            else
            {
                _line.Add(waiting);
            }
        }
    }
}
