using System.Buffers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;

namespace Outcry.Kit.Load;

/// <summary>The control paths of protocol/README.md: a load test in the hands of whoever has the token.</summary>
public static class Control
{
    private const string Scheme = "Bearer ";

    /// <summary>Most bytes of what <c>begin</c> is given.</summary>
    private const int BeginLimit = 2 * 1_048_576;

    /// <param name="token">null: there is no control, and the paths answer 404</param>
    public static void MapControl(this IEndpointRouteBuilder app, LoadTest load, string? token)
    {
        var expected = token == null ? null : Hash(token);
        app.Map("/outcry/{**what}", (HttpContext context, string? what) => expected == null
            ? Refuse(context, 404, "not-found", "this server was started without CONTROL_TOKEN, so nobody controls it")
            : IsFrom(context.Request, expected)
                ? Answer(context, what, load)
                : Refuse(context, 401, "unauthorized", "give the server's CONTROL_TOKEN: Authorization: Bearer <token>"));
    }

    private static Task Answer(HttpContext context, string? what, LoadTest load)
    {
        var method = what switch { "begin" or "feed" => "POST", "counts" or "clock" => "GET", _ => null };
        if (method == null) return Refuse(context, 404, "not-found", "there are begin, counts, clock and feed");
        if (context.Request.Method != method)
        {
            context.Response.Headers.Allow = method;
            return Refuse(context, 405, "wrong-method", $"{what} is asked for with {method}");
        }
        return what switch
        {
            "begin" => Begin(context, load),
            "feed" => Feed(context, load),
            "counts" => context.Response.WriteAsJsonAsync(load.Counts),
            _ => context.Response.WriteAsJsonAsync(new { clock = load.Now }),
        };
    }

    private static async Task Begin(HttpContext context, LoadTest load)
    {
        // So that it is the limit below that refuses.
        context.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null;
        var read = await context.Request.BodyReader.ReadAtLeastAsync(BeginLimit + 1, context.RequestAborted);
        var json = read.Buffer.ToArray();
        context.Request.BodyReader.AdvanceTo(read.Buffer.End);
        if (json.Length > BeginLimit)
        {
            await Refuse(context, 413, "too-large", $"begin takes {BeginLimit:N0} bytes, and there are more");
            return;
        }
        if (load.Begin(json) is { } fault)
        {
            await Refuse(context, 400, fault.Code, fault.Reason);
            return;
        }
        await context.Response.WriteAsJsonAsync(new { clock = load.Now });
    }

    private static async Task Feed(HttpContext context, LoadTest load)
    {
        // A feed is as long and as slow as its backend wants it to be.
        context.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null;
        if (context.Features.Get<IHttpMinRequestBodyDataRateFeature>() is { } rate) rate.MinDataRate = null;
        var to = context.Request.Query["to"] is [{ } name, ..] ? name : null;
        using var source = new LineReader(context.Request.BodyReader, AppServer.TransportLimitBytes, () => load.Now);
        try
        {
            await Feed(context, load, source, to);
        }
        catch (Exception error) when (error is OperationCanceledException or IOException && context.RequestAborted.IsCancellationRequested)
        {
            // The backend has gone: there is nobody to answer.
        }
    }

    private static async Task Feed(HttpContext context, LoadTest load, LineReader source, string? to)
    {
        var (lines, sent) = (0L, 0L);
        // Looked at before there is a line: a backend need not write one to learn that nobody hears it.
        var fault = load.FindReceivers(to, out _);
        while (fault == null && await source.Next(context.RequestAborted))
        {
            if (source.IsEmpty) continue;
            var taken = Task.CompletedTask;
            fault = source.IsTooLong
                ? Fault.TooLarge($"a line may be {AppServer.TransportLimitBytes:N0} bytes long")
                : load.Feed(source.Line, to, source.Received, ref sent, out taken);
            await taken.WaitAsync(context.RequestAborted);
            if (fault == null) lines++;
        }
        if (fault == null) await context.Response.WriteAsJsonAsync(new { lines, sent });
        else if (fault == Fault.UnknownName) await Refuse(context, 404, fault.Code, fault.Reason);
        else await Refuse(context, 400, fault.Code, $"line {source.Number}: {fault.Reason}");
    }

    private static bool IsFrom(HttpRequest request, byte[] expected) =>
        request.Headers.Authorization is [{ } given] && given.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase)
        && CryptographicOperations.FixedTimeEquals(Hash(given[Scheme.Length..]), expected);

    /// <summary>Hashes are of one length: comparing them takes as long whatever the length of what was given.</summary>
    private static byte[] Hash(string token) => SHA256.HashData(Encoding.UTF8.GetBytes(token));

    private static Task Refuse(HttpContext context, int status, string code, string reason)
    {
        context.Response.StatusCode = status;
        return context.Response.WriteAsJsonAsync(new { code, reason });
    }
}
