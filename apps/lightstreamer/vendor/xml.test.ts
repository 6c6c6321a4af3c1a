import { elementsAt, escapeXml, parseXml, requiredText, textOf, withSettings } from './xml.ts';

const CONF = `<?xml version="1.0"?>
<!-- A comment with <port>1</port> in it. -->
<Conf>
    <http name="a > b">
        <port>8080</port>
        <!--
        <port>9090</port>
        -->
    </http>
    <Limit>5000</Limit> <!-- kept -->
    <empty/>
    <text>a &lt; b &amp;&amp; <!-- no -->c</text>
</Conf>
`;
const root = parseXml(CONF, 'conf.xml');

describe('elements are found', () => {
  test('by name, whatever its case, with their attributes', () => {
    expect(root.children.map(({ name }) => name)).toEqual(['http', 'limit', 'empty', 'text']);
    expect(elementsAt(root, 'http')[0]!.attributes).toBe(' name="a > b"');
  });

  test('but not in comments', () => {
    expect(elementsAt(root, 'http', 'port').map((port) => textOf(CONF, port))).toEqual(['8080']);
  });

  test('with their text as it is meant', () => {
    expect(textOf(CONF, elementsAt(root, 'text')[0]!)).toBe('a < b && c');
    expect(requiredText(CONF, 'conf.xml', root, 'limit')).toBe('5000');
  });

  test.each([['nothing'], ['empty']])('or it is said that <%s> is not there, and in which file', (name) => {
    expect(() => requiredText(CONF, 'conf.xml', root, name)).toThrow(
      `conf.xml: <conf> <${name}> is not there or empty`,
    );
  });
});

describe('settings are written', () => {
  const changed = withSettings(CONF, root, ['http', 'limit', 'missing'], '    <limit>1</limit>\n');

  test('in the place of all there are of that name, at the end of the root', () => {
    const after = parseXml(changed, 'conf.xml');
    expect(after.children.map(({ name }) => name)).toEqual(['empty', 'text', 'limit']);
    expect(textOf(changed, after.children[2]!)).toBe('1');
  });

  test('and nothing else is changed', () => {
    const without = CONF.replace(/<http[\s\S]*<\/http>/, '').replace('<Limit>5000</Limit>', '');
    expect(changed.replace('    <limit>1</limit>\n', '')).toBe(without);
  });

  test('with characters that mean something in XML escaped', () => {
    expect(escapeXml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&apos;&amp;');
  });
});

describe('what is not XML is refused with file and line', () => {
  test.each([
    ['<a>\n<b>\n</a>', 'x.xml, line 3: </a> where <b> is open'],
    ['<a>\n</a></a>', 'x.xml, line 2: </a> where no element is open'],
    ['<a>\n<b>', 'x.xml, line 2: <b> is never closed'],
    ['<a>\n<!-- no end </a>', 'x.xml, line 2: a tag or a comment begins here and does not end'],
    ['<a>\n<b', 'x.xml, line 2: a tag or a comment begins here and does not end'],
    ['<a/><b/>', 'x.xml: it must have one root element'],
    ['', 'x.xml: it must have one root element'],
  ])('%j', (xml, message) => {
    expect(() => parseXml(xml, 'x.xml')).toThrow(message);
  });
});
