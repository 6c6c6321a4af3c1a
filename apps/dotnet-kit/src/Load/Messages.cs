using System.Text.Json;
using System.Text.Json.Serialization;

namespace Outcry.Kit.Load;

// What the load test says, as protocol/verbs.ts has it. Property names are written as camelCase: every framework's JSON here does.

/// <summary>The data of <c>echo</c>, <c>publish</c>, <c>greet</c> and <c>feed</c>.</summary>
internal record Relayed(Body Body, Hops Hops);

/// <summary>The reply to a <c>request</c>.</summary>
internal sealed record Answered(Body Body, Hops Hops) : Relayed(Body, Hops)
{
    public bool Ok => true;
}

/// <summary>The reply to <c>join</c>.</summary>
internal sealed record Joined(IReadOnlyList<Name> Names)
{
    public bool Ok => true;
}

/// <summary>The reply to <c>leave</c>.</summary>
internal sealed record Left
{
    public bool Ok => true;
}

/// <summary>The data of <c>joined</c> and <c>left</c>.</summary>
internal sealed record Named(Name Name);

/// <summary>The data of <c>refused</c>.</summary>
internal sealed record Refused(string? Event, string Code, string Reason);

/// <summary>The reply to a request that was refused.</summary>
internal sealed record Declined(string Code, string Reason)
{
    public bool Ok => false;
}

/// <summary>When the server had something, and when it began to hand it on: <see cref="Clock.Now"/>.</summary>
[JsonConverter(typeof(Writer))]
internal readonly record struct Hops(double Received, double HandedOn)
{
    internal sealed class Writer : JsonConverter<Hops>
    {
        public override Hops Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Hops hops, JsonSerializerOptions options)
        {
            writer.WriteStartArray();
            writer.WriteNumberValue(hops.Received);
            writer.WriteNumberValue(hops.HandedOn);
            writer.WriteEndArray();
        }
    }
}
