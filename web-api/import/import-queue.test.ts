import { ImportPlaces, Turns } from './import-queue.ts';

const MIB = 1024 * 1024;

describe('places for imports', () => {
  test('are limited by the bytes of all bodies, and free again once', () => {
    const places = new ImportPlaces();
    const first = places.take(50 * MIB)!;
    expect(places.take(50 * MIB)).not.toBeNull();
    expect(places.take(50 * MIB)).toBeNull();
    first();
    first();
    expect(places.take(50 * MIB)).not.toBeNull();
    expect(places.take(50 * MIB)).toBeNull();
  });

  test('are limited in number for small bodies', () => {
    const places = new ImportPlaces();
    const taken = Array.from({ length: 1000 }, () => places.take(100)).filter((leave) => leave !== null);
    expect(taken).toHaveLength(128);
  });
});

describe('turns', () => {
  const never = new AbortController().signal;
  /** Work that ends when it is told. */
  function held(name: string, log: string[]) {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const work = (): Promise<void> => {
      log.push(name);
      return ended;
    };
    return { end, work };
  }

  test('go to the works in their order, a limited number at once', async () => {
    const turns = new Turns(2);
    const log: string[] = [];
    const works = ['a', 'b', 'c', 'd'].map((name) => held(name, log));
    const runs = works.map(({ work }) => turns.run(never, work));
    expect(log).toEqual(['a', 'b']);
    works[1]!.end();
    await runs[1];
    await new Promise(setImmediate);
    expect(log).toEqual(['a', 'b', 'c']);
    for (const { end } of works) end();
    await Promise.all(runs);
    expect(log).toEqual(['a', 'b', 'c', 'd']);
  });

  test('are not given to work whose client has gone', async () => {
    const turns = new Turns(1);
    const log: string[] = [];
    const first = held('first', log);
    const client = new AbortController();
    const running = turns.run(never, first.work);
    const dropped = turns.run(client.signal, async () => log.push('dropped'));
    const next = turns.run(never, async () => log.push('next'));
    client.abort(new Error('gone'));
    await expect(dropped).rejects.toThrow('gone');
    await expect(turns.run(client.signal, async () => log.push('late'))).rejects.toThrow('gone');
    first.end();
    await Promise.all([running, next]);
    expect(log).toEqual(['first', 'next']);
  });

  test('go on after work that failed', async () => {
    const turns = new Turns(1);
    await expect(turns.run(never, () => Promise.reject(new Error('no space')))).rejects.toThrow('no space');
    expect(await turns.run(never, async () => 'done')).toBe('done');
  });
});
