using Outcry.SignalR.Auction;
using Outcry.SignalR.Load;

namespace Outcry.SignalR.Wire;

/// <summary>
/// What the server says to clients: the events of protocol and of shared-ui/auction/contract.ts, each a method.
/// The client library does not tell capital letters in them: <c>TestStarted</c> is its <c>testStarted</c>.
/// </summary>
public interface IOutcryClient
{
    Task TestStarted(TestStarted test);

    Task Message(DeliveredMessage message);

    Task Harvest(Harvest harvest);

    Task HarvestComplete(HarvestComplete complete);

    Task Refused(Refused refused);

    Task ItemAdded(ItemAdded added);

    Task ItemRemoved(ItemRemoved removed);

    Task BidPlaced(BidPlaced placed);
}
