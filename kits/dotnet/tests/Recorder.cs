using System.Text.Json;

namespace Outcry.Kit.Tests;

/// <summary>An event that was said, with the connections that it reached, in that order.</summary>
public sealed record Said(double At, List<string> To, string Event, JsonElement Data);

/// <summary>Takes what is said to its connections, as the JSON that would go over the wire. For any number of threads.</summary>
internal sealed class Recorder
{
    private readonly Lock _lock = new();
    private readonly List<Said> _all = [];
    private readonly Dictionary<Outgoing, Said> _known = [];

    public double Now { get; set; }

    public IReadOnlyList<Said> All
    {
        get { lock (_lock) return [.. _all]; }
    }

    public IEnumerable<Said> Of(string @event) => All.Where((said) => said.Event == @event);

    /// <param name="taken">runs for each event that is sent to it, before it hears it; null: takes it at once</param>
    public Connection Connection(string name, Func<Task>? taken = null) => new Ear(this, name, taken ?? (() => Task.CompletedTask));

    /// <summary>A reply is said to one connection under the name of its request, in brackets.</summary>
    public void HearReply(string to, string request, object reply) => Hear(to, new Outgoing($"({request})", reply));

    public static JsonElement Json(object data) => JsonSerializer.SerializeToElement(data, JsonSerializerOptions.Web);

    private void Hear(string to, Outgoing said)
    {
        lock (_lock)
        {
            if (!_known.TryGetValue(said, out var heard))
            {
                _all.Add(heard = _known[said] = new Said(Now, [], said.Name, Json(said.Data)));
            }
            heard.To.Add(to);
        }
    }

    private sealed class Ear(Recorder recorder, string name, Func<Task> taken) : Connection
    {
        public override Task Send(Outgoing said)
        {
            var done = taken();
            recorder.Hear(name, said);
            return done;
        }
    }
}
