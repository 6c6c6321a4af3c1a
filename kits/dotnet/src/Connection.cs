namespace Outcry.Kit;

/// <summary>An event that is sent to one connection or to many.</summary>
/// <param name="name">of the event, exactly as clients know it</param>
/// <param name="data">becomes JSON</param>
public sealed class Outgoing(string name, object data)
{
    public string Name => name;

    public object Data => data;

    /// <summary>The framework's form of it, kept here so that it is made once for all connections. One thread has it.</summary>
    public object? Encoded { get; set; }
}

/// <summary>An open connection: what an app derives from its framework's own.</summary>
public abstract class Connection
{
    private volatile bool _hasEnded;

    /// <summary>Set by the room when the connection leaves it.</summary>
    public bool HasEnded
    {
        get => _hasEnded;
        internal set => _hasEnded = value;
    }

    /// <summary>
    /// Hands something to the framework for sending. Waits for nobody, whatever the connection has not taken yet; what one thread
    /// sends arrives in that order. Any number of threads may call it.
    /// </summary>
    /// <returns>done when the connection has taken it, as far as the framework tells, or has ended; never fails</returns>
    public abstract Task Send(Outgoing said);
}
