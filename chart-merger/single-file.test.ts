import { inlineAssets, withData } from './single-file.ts';

const PAGE =
  '<html><head><script type="module" crossorigin src="./a.js"></script><link rel="stylesheet" crossorigin href="./a.css"></head><body><p>hello</p></body></html>';

const assets: Record<string, string> = {
  './a.js': 'const a = "</script><!--"; const b = `$& $1`;',
  './a.css': 'p { content: "</style>" }',
};
const page = inlineAssets(PAGE, (path) => assets[path]!);

describe('a page in one file', () => {
  test('holds script and styles itself, after the body, and asks for nothing', () => {
    expect(page).not.toMatch(/src=|href=/);
    expect(page.indexOf('<script type="module">')).toBeGreaterThan(page.indexOf('<p>hello</p>'));
    expect(page).toContain('const b = `$& $1`;');
  });

  test('has no script or style that ends too soon', () => {
    expect(page).toContain('"\\x3C/script>\\x3C!--"');
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
  });

  test('gives its data back as they were, whatever is in them', () => {
    const data = { label: '</script><script>alert(1)</script><!-- \u2028 $& \\', n: 1.5 };
    const html = withData(page, data);
    const [, json] = /<script type="application\/json" id="report-data">(.*?)<\/script>/s.exec(html)!;
    expect(JSON.parse(json!)).toEqual(data);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
  });

  test('is refused when there is nothing to put into it', () => {
    expect(() => inlineAssets('<html><body></body></html>', () => '')).toThrow('no script or no style sheet');
    expect(() => withData('<html></html>', {})).toThrow('no data element');
  });
});
