package outcry.web;

import static play.mvc.Results.notFound;
import static play.mvc.Results.ok;

import outcry.server.Pages;
import play.mvc.FileMimeTypes;
import play.mvc.Http;
import play.mvc.Result;

/** The pages, as an action. */
final class PageAction {
  private final Pages pages;
  private final FileMimeTypes types;

  PageAction(Pages pages, FileMimeTypes types) {
    this.pages = pages;
    this.types = types;
  }

  Result page(Http.Request request, String name) {
    Pages.Page page = pages.find(name);
    if (page == null) return notFound("not found\n");
    return ok()
        .sendPath(page.file(), types)
        .as(page.type())
        .withHeader(Http.HeaderNames.CACHE_CONTROL, page.caching())
        .withHeader("X-Content-Type-Options", "nosniff");
  }
}
