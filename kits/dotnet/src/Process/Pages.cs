using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.FileProviders;

namespace Outcry.Kit;

/// <summary>Serves the built pages: the files of one folder, and nothing outside it, to be read.</summary>
internal static partial class Pages
{
    /// <summary>A name with its content's hash in it, as the page build gives to assets: it never changes what it means.</summary>
    [GeneratedRegex(@"-[A-Za-z0-9_-]{8,}\.[a-z0-9]+\z")]
    private static partial Regex Hashed { get; }

    public static void UsePages(this WebApplication app, string folder)
    {
        var files = new PhysicalFileProvider(Path.GetFullPath(folder));
        app.UseDefaultFiles(new DefaultFilesOptions { FileProvider = files });
        app.UseStaticFiles(new StaticFileOptions
        {
            FileProvider = files,
            OnPrepareResponse = (response) =>
            {
                var headers = response.Context.Response.Headers;
                headers.CacheControl = Hashed.IsMatch(response.File.Name) ? "public, max-age=31536000, immutable" : "no-cache";
                headers.XContentTypeOptions = "nosniff";
            },
        });
        app.Use((context, next) =>
        {
            var isRead = HttpMethods.IsGet(context.Request.Method) || HttpMethods.IsHead(context.Request.Method);
            if (isRead || context.GetEndpoint() != null) return next(context);
            context.Response.StatusCode = StatusCodes.Status405MethodNotAllowed;
            context.Response.Headers.Allow = "GET, HEAD";
            return Task.CompletedTask;
        });
    }
}
