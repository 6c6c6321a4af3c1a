using System.Collections.Concurrent;
using System.Text.Json;
using FsCheck;
using FsCheck.Fluent;
using Outcry.Kit.Load;

namespace Outcry.Kit.Tests;

/// <summary>The load test under many threads: whatever the interleaving, no count is lost and nothing is said out of order.</summary>
public class LoadThreadTests
{
    /// <summary>Connections with a thread each, and what each of them sends.</summary>
    public sealed record Crowd(int Connections, int Echoes, int Publishes, int Sinks, int Refusals);

    private static Arbitrary<Crowd> Crowds => Arb.From(
        from connections in Gen.Choose(1, 12)
        from echoes in Gen.Choose(0, 40)
        from publishes in Gen.Choose(0, 40)
        from sinks in Gen.Choose(0, 40)
        from refusals in Gen.Choose(0, 5)
        select new Crowd(connections, echoes, publishes, sinks, refusals));

    [Fact]
    public void NoCountIsLostAndEachSendersEventsKeepTheirOrder() => Prop.ForAll(Crowds, (crowd) =>
    {
        var (recorder, load) = Begun();
        var connections = Enumerable.Range(0, crowd.Connections).Select((n) => Open(load, recorder, $"{n}")).ToList();
        InParallel(crowd.Connections, (n) => Speak(load, connections[n], n, crowd));
        var all = crowd.Connections;
        var counts = Recorder.Json(load.Counts);
        Assert.Equal((all * crowd.Echoes, all * crowd.Echoes), Sums(counts, "echo"));
        Assert.Equal((all * crowd.Publishes, all * crowd.Publishes * all), Sums(counts, "publish"));
        Assert.Equal((all * crowd.Sinks, 0), Sums(counts, "sink"));
        Assert.Equal(all * crowd.Refusals, counts.GetProperty("refused").GetInt32());
        Assert.Equal(all * crowd.Refusals, recorder.Of("refused").Count());
        foreach (var ofOne in recorder.All.Where((said) => said.Event != "refused").GroupBy((said) => (said.Event, Body(said)[0].GetInt32())))
        {
            Assert.Equal(Enumerable.Range(0, ofOne.Count()), ofOne.Select((said) => Body(said)[1].GetInt32()));
        }
        Assert.Equal(all * crowd.Publishes, recorder.Of("publish").Count());
        Assert.All(recorder.Of("publish"), (said) => Assert.Equal(all, said.To.Count));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void WhatWasSentIsCountedBeforeItArrives()
    {
        var (recorder, load) = Begun();
        var asked = new List<(long, long)>();
        Connection curious = null!;
        curious = recorder.Connection("curious", () =>
        {
            asked.Add(Sums(Recorder.Json(load.Counts), "echo"));
            return Task.CompletedTask;
        });
        load.Connect(curious);
        load.Event(curious, "echo", Json(1));
        load.Event(curious, "echo", Json(2));
        Assert.Equal([(1, 1), (2, 2)], asked);
    }

    [Fact]
    public void WhoComesAndGoesMeanwhileIsCountedExactlyAsOftenAsReached()
    {
        var (recorder, load) = Begun();
        var speaker = Open(load, recorder, "speaker");
        InParallel(5, (n) =>
        {
            for (var i = 0; i < 200; i++)
            {
                if (n == 0) load.Event(speaker, "publish", Json(i));
                else load.Disconnect(Open(load, recorder, $"{n}")).Wait();
            }
        });
        Assert.Equal((200, recorder.Of("publish").Sum((said) => said.To.Count)), Sums(Recorder.Json(load.Counts), "publish"));
        Assert.Equal(1, Recorder.Json(load.Counts).GetProperty("connections").GetInt32());
    }

    [Fact]
    public void OfManyWhoWantANameOneGetsIt()
    {
        var (recorder, load) = Begun();
        var connections = Enumerable.Range(0, 12).Select((n) => Open(load, recorder, $"{n}")).ToList();
        var replies = new ConcurrentBag<JsonElement>();
        InParallel(12, (n) => replies.Add(Ask(load, connections[n], "join", new { name = "anna" })));
        Assert.Single(replies, (reply) => reply.GetProperty("ok").GetBoolean());
        Assert.Equal(11, replies.Count((reply) => !reply.GetProperty("ok").GetBoolean() && reply.GetProperty("code").GetString() == "name-taken"));
        Assert.Single(recorder.Of("joined"));
    }

    [Fact]
    public void ComingAndGoingOfANameIsToldInTheOrderInWhichItHappened()
    {
        var (recorder, load) = Begun();
        var told = 0;
        var witness = recorder.Connection("witness", () =>
        {
            // Now and then there is time for something else to be told first.
            if (Interlocked.Increment(ref told) % 3 == 0) Thread.Sleep(1);
            return Task.CompletedTask;
        });
        load.Connect(witness);
        InParallel(8, (n) =>
        {
            for (var i = 0; i < 100; i++)
            {
                var connection = Open(load, recorder, $"{n}");
                var granted = Ask(load, connection, "join", new { name = "anna" }).GetProperty("ok").GetBoolean();
                if (granted && i % 2 == 0) Assert.True(Ask(load, connection, "leave", new { }).GetProperty("ok").GetBoolean());
                load.Disconnect(connection).Wait();
            }
        });
        Assert.Equal([], Ask(load, witness, "join", new { name = "w" }).GetProperty("names").EnumerateArray().Where((name) => name.GetString() == "anna"));
        var news = recorder.All.Where((said) => said.Data.TryGetProperty("name", out var name) && name.GetString() == "anna").ToList();
        Assert.NotEmpty(news);
        Assert.All(news.Index(), (item) => Assert.Equal(item.Index % 2 == 0 ? "joined" : "left", item.Item.Event));
    }

    [Fact]
    public void AFeedIsAsFastAsTheSlowestAndAPublishWaitsForNobody()
    {
        var (recorder, load) = Begun();
        var slow = new TaskCompletionSource();
        load.Connect(recorder.Connection("slow", () => slow.Task));
        var quick = Open(load, recorder, "quick");
        var (sent, taken) = load.Feed("1"u8.ToArray(), null, 0);
        Assert.False(taken.IsCompleted);
        Assert.True(load.Event(quick, "publish", Json(1)).IsCompleted);
        slow.SetResult();
        Assert.True(taken.IsCompleted);
        Assert.Equal(2, sent);
    }

    private static JsonElement Body(Said said) => said.Data.GetProperty("body");

    private static JsonElement Json(object data) => JsonSerializer.SerializeToElement(data);

    private static (Recorder, LoadTest) Begun()
    {
        var load = new LoadTest(new Room(), Clock.Now);
        load.Begin("""{"bucketMs":10}"""u8.ToArray());
        return (new Recorder(), load);
    }

    private static Connection Open(LoadTest load, Recorder recorder, string name)
    {
        var connection = recorder.Connection(name);
        load.Connect(connection);
        return connection;
    }

    private static JsonElement Ask(LoadTest load, Connection connection, string request, object data) =>
        Recorder.Json(load.Request(connection, request, Json(data)).AsTask().GetAwaiter().GetResult());

    private static void Speak(LoadTest load, Connection connection, int n, Crowd crowd)
    {
        for (var seq = 0; seq < crowd.Echoes; seq++) load.Event(connection, "echo", Json((int[])[n, seq]));
        for (var seq = 0; seq < crowd.Publishes; seq++) load.Event(connection, "publish", Json((int[])[n, seq]));
        for (var seq = 0; seq < crowd.Sinks; seq++) load.Event(connection, "sink", Json(seq));
        for (var seq = 0; seq < crowd.Refusals; seq++) load.Event(connection, "Echo", Json(seq));
    }

    private static (long Received, long Sent) Sums(JsonElement counts, string verb)
    {
        var lists = counts.GetProperty("verbs").GetProperty(verb);
        return (lists.GetProperty("received").EnumerateArray().Sum((n) => n.GetInt64()), lists.GetProperty("sent").EnumerateArray().Sum((n) => n.GetInt64()));
    }

    private static void InParallel(int threads, Action<int> work)
    {
        using var barrier = new Barrier(threads);
        var failures = new ConcurrentQueue<Exception>();
        var all = Enumerable.Range(0, threads).Select((n) => new Thread(() =>
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
