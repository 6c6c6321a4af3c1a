using Outcry.SignalR.Wire;

namespace Outcry.SignalR.Load;

/// <summary>
/// How the hub reaches the connections. What is said goes out in the order in which it was said. Saying must not wait for
/// anybody: the hub holds its lock meanwhile. The task is done when it has been handed to the connections.
/// </summary>
internal interface ILoadOutputs
{
    Task Send(string connection, Func<IOutcryClient, Task> say);

    /// <summary>Reaches every connection that the hub has been told of.</summary>
    Task Broadcast(Func<IOutcryClient, Task> say);
}
