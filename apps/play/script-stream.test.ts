import { Scripts } from './script-stream.ts';

const script = (what: unknown): string =>
  `<script>frameElement.receive(${JSON.stringify(what).replaceAll('<', '\\u003c')});</script>`;

test('scripts are found wherever the stream is cut', () => {
  const sent = [{ session: 'x' }, { e: 'a', d: ');</script><script>frameElement.receive(1' }, { e: 'b', d: 'ø' }];
  const stream = `     <html><body>${script(sent[0])}  ${script(sent[1])}${script(sent[2])} `;
  for (let cut = 0; cut <= stream.length; cut++) {
    const scripts = new Scripts();
    expect([...scripts.read(stream.slice(0, cut)), ...scripts.read(stream.slice(cut))]).toEqual(sent);
  }
});
