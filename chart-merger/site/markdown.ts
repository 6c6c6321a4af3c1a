/** Markdown of this checkout as HTML of a published page. */
import { Marked, type MarkedExtension } from 'marked';
import { escaped, Html } from './html.ts';

/** As GitHub names headings, so that links to them hold. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/<[^>]*>|&[a-z#0-9]+;|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/**
 * Raw HTML is shown as text, and an image as its description: nothing is loaded from elsewhere.
 * @param addressOf the address of a link on the site; null: what it names is not published, so its text alone stands
 */
export function markdownHtml(text: string, addressOf: (href: string) => string | null): Html {
  const renderer: MarkedExtension['renderer'] = {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
    heading({ tokens, depth }) {
      const inner = this.parser.parseInline(tokens);
      return `<h${depth} id="${escaped(anchorOf(inner))}">${inner}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const address = addressOf(href);
      return address === null ? inner : `<a href="${escaped(address)}">${inner}</a>`;
    },
  };
  const made = new Marked({ gfm: true, renderer }).parse(text, { async: false });
  return new Html(
    made
      .replaceAll('<table>', '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="read">')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<pre>', '<pre tabindex="0">')
      .replaceAll('<th></th>', '<td></td>'),
  );
}
