namespace Outcry.SignalR.Load;

/// <summary>What a hub keeps of a test that is going on. The hub's lock is around it.</summary>
internal sealed class LoadTest(TestStarted init, string master, double startedAt)
{
    private readonly TestStarted _init = init;
    private readonly double _startedAt = startedAt;
    private readonly double _bucketMs = init.Spacing * 1_000.0;
    private readonly List<long> _receivedByServer = [];
    private readonly List<long> _sentByServer = [];

    public TestStarted Init => _init;

    public string Master => master;

    public Roster Roster { get; } = new(init.ClientCount);

    public long Broadcasts { get; private set; }

    public long Refused { get; set; }

    /// <summary>When the last valid event came.</summary>
    public double LastHeardAt { get; set; } = startedAt;

    /// <summary>Connections that ended, oldest first, with the clients that spoke on them.</summary>
    public Queue<(double At, IReadOnlyList<int> ClientIds)> Departures { get; } = new();

    /// <summary>When the harvest was asked for; null while running.</summary>
    public double? HarvestAt { get; set; }

    public List<Report> Reports { get; } = [];

    public long ReportedWeight { get; set; }

    public bool IsBroadcast => _init.TestType == "broadcast";

    /// <summary>Counts a message in the bucket of the time it came.</summary>
    /// <param name="openConnections">how many it goes to in a broadcast test</param>
    public void Count(double received, int openConnections)
    {
        LastHeardAt = received;
        var bucket = (int)Math.Max(0, Math.Floor((received - _startedAt) / _bucketMs));
        while (_receivedByServer.Count <= bucket)
        {
            _receivedByServer.Add(0);
            _sentByServer.Add(0);
        }
        _receivedByServer[bucket]++;
        _sentByServer[bucket] += IsBroadcast ? openConnections : 1;
        if (IsBroadcast) Broadcasts++;
    }

    public Dataset ToDataset(double finishedAt)
    {
        var server = new ServerCounts(
            _startedAt, finishedAt, _init.Spacing, _receivedByServer, _sentByServer, Broadcasts, Refused);
        return new Dataset(
            _init.TestType, _init.ClientCount, server, [.. Reports.Select((report) => report.Json)], Roster.Vanished());
    }
}
