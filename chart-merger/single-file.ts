/** Puts a built page's script and style sheet into the page itself, and data into a page so made. */

/** The element for a report's data; the page looks for it by this id. */
const DATA_ELEMENT = '<script type="application/json" id="report-data"></script>';

/** Text for inside a `<script>`: nothing in it can end the element or open a comment. Only for what may be so written in JavaScript. */
function insideScript(code: string): string {
  return code.replace(/<(\/script|!--|script)/gi, '\\x3C$1');
}

/**
 * The page `html` with its module scripts and style sheets inlined and an empty data element.
 * @param read gives the text of an asset by its path as it stands in the page
 * @throws Error when nothing was there to inline: then the build no longer looks as this expects
 */
export function inlineAssets(html: string, read: (path: string) => string): string {
  let script = '';
  const withoutScripts = html.replace(/<script\b[^>]*\bsrc="([^"]+)"[^>]*><\/script>/g, (_, path: string) => {
    script += read(path);
    return '';
  });
  let styles = 0;
  const styled = withoutScripts.replace(
    /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g,
    (_, path: string) => {
      styles++;
      return `<style>${read(path).replace(/<\/style/gi, '<\\/style')}</style>`;
    },
  );
  if (script === '' || styles === 0) throw new Error('the built page has no script or no style sheet to put into it');
  // At the end of the body: an inline module runs when the page has been read, and must find the data element.
  return styled.replace(
    '</body>',
    () => `${DATA_ELEMENT}<script type="module">${insideScript(script)}</script></body>`,
  );
}

/** The page with `data` in its data element. Nothing in `data` can end the element. */
export function withData(template: string, data: unknown): string {
  const [before, after] = template.split(DATA_ELEMENT);
  if (before === undefined || after === undefined) throw new Error('the report page has no data element');
  const json = JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `${before}${DATA_ELEMENT.replace('></', () => `>${json}</`)}${after}`;
}
