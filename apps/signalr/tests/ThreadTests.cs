using System.Text.Json;
using FsCheck;
using FsCheck.Fluent;
using Outcry.SignalR.Load;

namespace Outcry.SignalR.Tests;

/// <summary>The hub under many threads: whatever the interleaving, no count is lost and nothing is said out of order.</summary>
public class ThreadTests
{
    /// <summary>A load test: clients with a thread each, how many messages each sends, and how many of them are refused.</summary>
    public sealed record Load(bool IsBroadcast, int Clients, int Messages, int Refusals);

    private static Arbitrary<Load> Loads => Arb.From(
        from isBroadcast in Gen.Elements(true, false)
        from clients in Gen.Choose(1, 12)
        from messages in Gen.Choose(0, 60)
        from refusals in Gen.Choose(0, 5)
        select new Load(isBroadcast, clients, messages, refusals));

    [Fact]
    public void NoCountIsLost() => Prop.ForAll(Loads, (load) =>
    {
        var (recorder, dataset) = Run(load);
        var server = dataset.GetProperty("server");
        long Sum(string name) => server.GetProperty(name).EnumerateArray().Sum((count) => count.GetInt64());
        long sent = load.Clients * load.Messages;
        Assert.Equal(sent, Sum("receivedByServer"));
        Assert.Equal(load.IsBroadcast ? sent * load.Clients : sent, Sum("sentByServer"));
        Assert.Equal(load.IsBroadcast ? sent : 0, server.GetProperty("broadcasts").GetInt64());
        Assert.Equal(load.Clients * load.Refusals, server.GetProperty("refused").GetInt64());
        Assert.Equal(load.Clients * load.Refusals, recorder.Of("refused").Count());
        Assert.Equal(sent, recorder.Of("message").Count());
        Assert.Equal(load.Clients, dataset.GetProperty("reports").GetArrayLength());
        Assert.Equal(0, dataset.GetProperty("vanished").GetArrayLength());
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void EachSendersMessagesKeepTheirOrderAndHarvestComesAfterAllOfThem() => Prop.ForAll(Loads, (load) =>
    {
        var (recorder, _) = Run(load);
        foreach (var ofOne in recorder.Of("message").GroupBy((said) => said.Data.GetProperty("clientId").GetInt32()))
        {
            Assert.Equal(Enumerable.Range(0, load.Messages), ofOne.Select((said) => said.Data.GetProperty("seq").GetInt32()));
        }
        var events = recorder.All.Select((said) => said.Event).Where((name) => name != "refused").ToList();
        Assert.Equal("testStarted", events[0]);
        Assert.Equal("harvest", events[^2]);
        Assert.Equal("harvestComplete", events[^1]);
        Assert.Single(recorder.Of("harvest"));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void ConnectionsThatComeAndGoMeanwhileDisturbNothing() => Prop.ForAll(Loads, (load) =>
    {
        var (recorder, dataset) = Run(load, passersBy: 4);
        var received = dataset.GetProperty("server").GetProperty("receivedByServer").EnumerateArray().Sum((count) => count.GetInt64());
        Assert.Equal(load.Clients * load.Messages, received);
        Assert.Equal(0, dataset.GetProperty("vanished").GetArrayLength());
        Assert.Single(recorder.Of("harvestComplete"));
    }).QuickCheckThrowOnFailure();

    private static JsonElement Json(object data) => JsonSerializer.SerializeToElement(data);

    /// <summary>Runs a whole test with a thread for each client, which all begin at once.</summary>
    private static (Recorder Recorder, JsonElement Dataset) Run(Load load, int passersBy = 0)
    {
        var recorder = new Recorder();
        var hub = new LoadHub(recorder, ServerClock.Now, new Deadlines(Vanish: 0));
        for (var client = 1; client <= load.Clients; client++) hub.Connect($"{client}");
        var init = new { testType = load.IsBroadcast ? "broadcast" : "echo", clientCount = load.Clients, spacing = 1, startTime = 0 };
        hub.Receive("1", "initTest", Json(init));
        InParallel(load.Clients + passersBy, (thread) =>
        {
            if (thread <= load.Clients) Send(hub, thread, load);
            else PassBy(hub, $"passer-by {thread}");
        });
        InParallel(load.Clients, (client) => hub.Receive($"{client}", "report", Json(ReportOf(client))));
        Assert.Equal("idle", hub.State);
        return (recorder, recorder.Of("harvestComplete").Single().Data.GetProperty("dataset"));
    }

    private static void Send(LoadHub hub, int client, Load load)
    {
        for (var seq = 0; seq < load.Messages; seq++)
        {
            hub.Receive($"{client}", "message", Json(new { id = $"c:{client}m:{seq}", clientId = client, seq, due = 0, sent = 0, payload = "x" }));
        }
        for (var n = 0; n < load.Refusals; n++) hub.Receive($"{client}", "message", Json(new { id = 5 }));
        hub.Receive($"{client}", "complete", Json(new { clientId = client }));
    }

    private static void PassBy(LoadHub hub, string name)
    {
        for (var n = 0; n < 20; n++)
        {
            hub.Connect(name);
            hub.Tick();
            hub.Disconnect(name);
        }
    }

    private static object ReportOf(int client)
    {
        int[] none = [];
        return new
        {
            clientIds = (int[])[client], sentByClients = none, receivedByClients = none, latencySum = none, latencyCount = none,
            fromSent = "", fromDue = "", delivery = (string?)null, lateness = "", duplicates = 0, missing = 0, outOfOrder = 0,
            negative = 0, refused = none, closed = none, transports = new { }, loopDelay = (object?)null,
        };
    }

    private static void InParallel(int threads, Action<int> work)
    {
        using var barrier = new Barrier(threads);
        var failures = new System.Collections.Concurrent.ConcurrentQueue<Exception>();
        var all = Enumerable.Range(1, threads).Select((n) => new Thread(() =>
        {
            barrier.SignalAndWait();
            try
            {
                work(n);
            }
            catch (Exception error)
            {
                failures.Enqueue(error);
            }
        })).ToList();
        all.ForEach((thread) => thread.Start());
        all.ForEach((thread) => thread.Join());
        Assert.Empty(failures);
    }
}
