import { makeChoiceRow, makeFindings, within } from '../../merge/choice/testing/made-rows.ts';
import type { ChoiceRow } from '../../merge/choice/types.ts';
import { chooseView } from './choose-view.ts';
import { html } from './html.ts';
import { orderView } from './order-view.ts';
import { DEFAULTS } from './state.ts';
import { frameworksTable, sorted } from './table-view.ts';

const HOSTILE = `<img src=x onerror="alert('in')">`;

test('values in a template are text, unless they are HTML of a template', () => {
  const inner = html`<b>${HOSTILE}</b>`;
  expect(inner.text).toBe('<b>&lt;img src=x onerror=&quot;alert(&#39;in&#39;)&quot;&gt;</b>');
  expect(html`<i title="${'"'}">${[inner, html`${1}`]}${null}${false}</i>`.text).toBe(
    `<i title="&quot;">${inner.text}1</i>`,
  );
});

describe('the table of frameworks', () => {
  const rows = [
    makeChoiceRow('beta', { cpu: within(20, 1.1) }),
    makeChoiceRow('alpha', { cpu: within(10, 1.1), idle: within(3, 1.1) }),
    makeChoiceRow('gamma', { cpu: within(11, 1.1) }),
    makeChoiceRow('delta', {}),
  ];
  const order = (sort: 'cpu' | 'name' | null, down = false) =>
    sorted(rows, { sort, down }).map(({ label }) => label[0]);

  test('is sorted either way, rows without the figure last', () => {
    expect(order(null).join('')).toBe('bagd');
    expect(order('cpu').join('')).toBe('agbd');
    expect(order('cpu', true).join('')).toBe('bgad');
    expect(order('name').join('')).toBe('abdg');
  });

  const [measurement] = makeFindings(rows).choice!.measurements;
  const cells = (some: ChoiceRow[]) =>
    [
      ...frameworksTable({ ...measurement!, rows: some }, some, DEFAULTS).text.matchAll(
        /data-low="(true|false)"[^>]*--at:([\d.]+)%/g,
      ),
    ].map(([, low, at]) => [low, Number(at)]);

  test('marks as low what the least one cannot be told apart from, and places the others by their logarithm', () => {
    const [beta, alpha, gamma] = cells(rows);
    expect([beta![0], alpha![0], gamma![0]]).toEqual(['false', 'true', 'true']);
    const [least, most] = [10 / 1.1, 20 * 1.1];
    expect(beta![1]).toBeCloseTo((100 * Math.log(20 / least)) / Math.log(most / least), 1);
  });

  test('takes none for less than some', () => {
    const none = { value: 0, low: 0, high: 0 };
    expect(cells([makeChoiceRow('a', { bytes: none }), makeChoiceRow('b', { bytes: within(5, 1.1) })])).toEqual([
      ['true', 0],
      ['false', expect.closeTo(90.9, 1)],
    ]);
  });

  test('has a column of what is known of a row, and none of what is known of none', () => {
    const missing = [makeChoiceRow('a', { missed: { value: 20, low: 19, high: 21 } })];
    const text = frameworksTable({ ...measurement!, rows: missing }, missing, DEFAULTS).text;
    expect(text).toMatch(/id="sort-missed"[^>]*>messages missed in a deployment, %/);
    expect(text).not.toContain('sort-cpu');
    expect(text).toContain('20 (19–21)');
  });

  test('says where bytes were counted in other runs than the rest', () => {
    const captionWith = (bytesNote: string | null) =>
      /<caption>.*?<\/caption>/.exec(frameworksTable({ ...measurement!, bytesNote }, rows, DEFAULTS).text)![0];
    expect(captionWith('Bytes are counted elsewhere.')).toContain('a dash: not known. Bytes are counted elsewhere.<');
    expect(captionWith(null)).toContain('a dash: not known.<');
  });

  test('names rows as text', () => {
    const page = {
      findings: makeFindings([makeChoiceRow(HOSTILE, { cpu: within(1, 1.1) })]),
      apps: [],
      studyLink: String,
    };
    expect(chooseView(page, DEFAULTS).text).not.toContain('<img');
  });
});

describe('the order', () => {
  const cpu = { latency: 0, p99: 0, cpu: 1, bytes: 0, memory: 0, idle: 0, missed: 0 };
  const textOf = (rows: ChoiceRow[], weights = cpu) =>
    orderView(rows, weights)
      .text.replace(/<\/(?:strong|p)>/g, '\n')
      .replace(/<[^>]*>/g, '');

  test('says in a sentence why a row has its place, and how sure that is', () => {
    const text = textOf([10, 20].map((value) => makeChoiceRow(`r${value}`, { cpu: within(value, 1.1) })));
    expect(text).toContain('Takes least of what counts to you, and no other row can be equal.');
    expect(text).toContain(
      'Takes 2.00 times (1.75–2.29) what r10 does, most by its CPU per 1,000 deliveries (2.00 times).',
    );
  });

  test('says which rows are equal', () => {
    const text = textOf([10, 10.5].map((value) => makeChoiceRow(`r${value}`, { cpu: within(value, 1.1) })));
    expect(text).toContain('r10 and r10.5 are equal for you: the intervals do not tell them apart.');
    expect(text).toContain('Equal for you to r10.');
  });

  test('names the transport where rows of several are in it, and rows without a place', () => {
    const rows = [
      makeChoiceRow('a', { cpu: within(1, 1.1) }),
      makeChoiceRow('a', { cpu: within(2, 1.1) }, { transport: 'sse' }),
      makeChoiceRow('b', {}),
    ];
    const text = textOf(rows);
    expect(text).toContain('a over server-sent events');
    expect(text).toContain('Without a place: b over WebSocket (not known: CPU per 1,000 deliveries).');
  });

  test('asks for what counts where nothing does', () => {
    expect(textOf([], { ...cpu, cpu: 0 })).toContain('Say what counts to you');
  });
});
