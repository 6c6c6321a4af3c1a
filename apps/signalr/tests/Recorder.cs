using System.Text.Json;
using System.Text.Json.Serialization;
using Outcry.SignalR.Auction;
using Outcry.SignalR.Load;
using Outcry.SignalR.Wire;

namespace Outcry.SignalR.Tests;

/// <summary>Something the hub said: to one connection, or to all that were open.</summary>
public sealed record Said(double At, IReadOnlyList<string> To, bool IsBroadcast, string Event, JsonElement Data);

/// <summary>Takes what a hub says, as the JSON that would go over the wire. The hub's own lock keeps its calls apart.</summary>
internal sealed class Recorder : ILoadOutputs
{
    /// <summary>As what is said goes over the wire.</summary>
    public static readonly JsonSerializerOptions Json =
        new Microsoft.AspNetCore.SignalR.JsonHubProtocolOptions().PayloadSerializerOptions;

    public List<Said> All { get; } = [];

    /// <summary>The connections a broadcast reaches.</summary>
    public List<string> Open { get; } = [];

    public double Now { get; set; }

    public Task Send(string connection, Func<IOutcryClient, Task> say) => say(new Ear(this, [connection], false));

    public Task Broadcast(Func<IOutcryClient, Task> say) => say(new Ear(this, [.. Open], true));

    /// <summary>Everybody, for who speaks to all directly.</summary>
    public IOutcryClient Everybody => new Ear(this, [], true);

    public IEnumerable<Said> Of(string @event) => All.Where((said) => said.Event == @event);

    private sealed class Ear(Recorder recorder, IReadOnlyList<string> to, bool isBroadcast) : IOutcryClient
    {
        public Task TestStarted(TestStarted test) => Hear("testStarted", test);

        public Task Message(DeliveredMessage message) => Hear("message", message);

        public Task Harvest(Harvest harvest) => Hear("harvest", harvest);

        public Task HarvestComplete(HarvestComplete complete) => Hear("harvestComplete", complete);

        public Task Refused(Load.Refused refused) => Hear("refused", refused);

        public Task ItemAdded(ItemAdded added) => Hear("itemAdded", added);

        public Task ItemRemoved(ItemRemoved removed) => Hear("itemRemoved", removed);

        public Task BidPlaced(BidPlaced placed) => Hear("bidPlaced", placed);

        private Task Hear<T>(string @event, T data)
        {
            recorder.All.Add(new Said(recorder.Now, to, isBroadcast, @event, JsonSerializer.SerializeToElement(data, Json)));
            return Task.CompletedTask;
        }
    }
}
