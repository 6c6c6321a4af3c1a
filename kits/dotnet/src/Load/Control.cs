using System.Buffers;
using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;

namespace Outcry.Kit.Load;

/// <summary>The control paths of protocol/README.md: a client with the token controls a load test.</summary>
public static class Control
{
    /// <summary>Most bytes of what <c>begin</c> is given.</summary>
    private const int BeginLimit = 2 * 1_048_576;

    /// <param name="token">null: there is no control, and the paths answer 404</param>
    public static void MapControl(this IEndpointRouteBuilder app, LoadTest load, string? token)
    {
        var expected = token == null ? null : Hash($"Bearer {token}");
        app.Map("/outcry/{**what}", async (HttpContext context, string? what) =>
        {
            try
            {
                if (expected == null) throw new Fault("not-found", "this server was started without a token", 404);
                if (!CryptographicOperations.FixedTimeEquals(Hash(context.Request.Headers.Authorization.ToString()), expected))
                {
                    throw new Fault("unauthorized", "control wants the header \"Authorization: Bearer\" with the server's token", 401);
                }
                await context.Response.WriteAsJsonAsync(await Answer(context, what, load));
            }
            catch (Fault fault)
            {
                context.Response.StatusCode = fault.Status;
                await context.Response.WriteAsJsonAsync(new { code = fault.Code, reason = fault.Message });
            }
            catch (Exception error) when (error is OperationCanceledException or IOException && context.RequestAborted.IsCancellationRequested)
            {
                // The client has gone, so there is no answer.
            }
        });
    }

    private static async Task<object> Answer(HttpContext context, string? what, LoadTest load) => (context.Request.Method, what) switch
    {
        ("GET", "clock") => new { clock = load.Now },
        ("GET", "counts") => load.Counts,
        ("POST", "begin") => await Begin(context, load),
        ("POST", "feed") => await Feed(context, load),
        (_, "clock" or "counts" or "begin" or "feed") =>
            throw new Fault("wrong-method", "counts and clock are for GET, begin and feed for POST", 405),
        _ => throw new Fault("not-found", "no such path", 404),
    };

    private static async Task<object> Begin(HttpContext context, LoadTest load)
    {
        // So that it is the limit here that refuses.
        context.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null;
        var read = await context.Request.BodyReader.ReadAtLeastAsync(BeginLimit + 1, context.RequestAborted);
        var json = read.Buffer.ToArray();
        context.Request.BodyReader.AdvanceTo(read.Buffer.End);
        if (json.Length > BeginLimit) throw new Fault("too-large", $"begin may be {BeginLimit:N0} bytes", 413);
        load.Begin(json);
        return new { clock = load.Now };
    }

    private static async Task<object> Feed(HttpContext context, LoadTest load)
    {
        // A feed is as long and as slow as its backend wants it to be.
        context.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null;
        if (context.Features.Get<IHttpMinRequestBodyDataRateFeature>() is { } rate) rate.MinDataRate = null;
        var to = context.Request.Query["to"] is [{ } name, ..] ? name : null;
        var (number, lines, sent) = (0L, 0L, 0L);
        // Looked at before there is a line: a backend need not write one to learn that nobody hears it.
        load.Receivers(to);
        await foreach (var (line, received) in Lines(context, load))
        {
            number++;
            try
            {
                if (line.Length > AppServer.TransportLimitBytes) throw new Fault("too-large", "it does not end");
                if (line.AsSpan().Trim(" \t\r"u8).IsEmpty) continue;
                var (reached, taken) = load.Feed(line, to, received);
                await taken.WaitAsync(context.RequestAborted);
                lines++;
                sent += reached;
            }
            catch (Fault fault)
            {
                throw new Fault(fault.Code, $"line {number}: {fault.Message}", fault.Status);
            }
        }
        return new { lines, sent };
    }

    /// <summary>The lines of what is sent, and when each was complete. A line that is too long is given as far as it was read.</summary>
    private static async IAsyncEnumerable<(byte[] Line, double Received)> Lines(HttpContext context, LoadTest load)
    {
        for (var isLast = false; !isLast;)
        {
            var read = await context.Request.BodyReader.ReadAsync(context.RequestAborted);
            var received = load.Now;
            var rest = read.Buffer;
            isLast = read.IsCompleted;
            try
            {
                while (rest.PositionOf((byte)'\n') is { } end)
                {
                    yield return (rest.Slice(0, end).ToArray(), received);
                    rest = rest.Slice(rest.GetPosition(1, end));
                }
                if (rest.Length > AppServer.TransportLimitBytes || (isLast && rest.Length > 0)) yield return (rest.ToArray(), received);
            }
            finally
            {
                // Also where no more lines are wanted.
                context.Request.BodyReader.AdvanceTo(rest.Start, rest.End);
            }
        }
    }

    /// <summary>Texts of any length can be compared in constant time by their hashes.</summary>
    private static byte[] Hash(string text) => SHA256.HashData(Encoding.UTF8.GetBytes(text));
}
