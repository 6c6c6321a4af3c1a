import { escapeXml, requiredText, textOf, withoutElements } from './xml.ts';

const CONF = `<?xml version="1.0"?>
<!-- A comment with <port>1</port> in it. -->
<Conf>
    <http name="a > b">
        <!-- <port>9090</port> -->
        <port>8080</port>
    </http>
    <Limit>5000</Limit>
    <limits>1</limits>
    <empty/>
    <text>a &lt; b &amp;&amp; <!-- no -->c &euro;</text>
    <feature id="one">1</feature>
    <feature kind='x' id = 'two'>2</feature>
</Conf>
`;

test.each([
  ['port', undefined, '8080'],
  ['limit', undefined, '5000'],
  ['text', undefined, 'a < b && c &euro;'],
  ['empty', undefined, null],
  ['nothing', undefined, null],
  ['feature', 'two', '2'],
  ['feature', 'three', null],
])('the text of %s %s is %j', (name, id, text) => {
  expect(textOf(CONF, name, id)).toBe(text);
});

test.each(['nothing', 'empty'])('a required <%s> that is missing is reported with the file', (name) => {
  expect(() => requiredText(CONF, 'conf.xml', name)).toThrow(`conf.xml: <${name}> is missing or empty`);
});

test('elements are removed by name with what is in them, and nothing else is changed', () => {
  const uncommented = CONF.replace(/<!--.*-->/g, '');
  const without = uncommented
    .replace(/<http[\s\S]*<\/http>/, '')
    .replace('<Limit>5000</Limit>', '')
    .replace('<empty/>', '');
  expect(withoutElements(CONF, ['http', 'limit', 'empty', 'missing'])).toBe(without);
});

test('characters with a meaning in XML are escaped', () => {
  expect(escapeXml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&apos;&amp;');
});
