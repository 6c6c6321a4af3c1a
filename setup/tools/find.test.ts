import { meets } from './find.ts';
import { TOOLS } from './table.ts';

describe('a service that apps require', () => {
  const { id, label, variable, address } = TOOLS.find((tool) => tool.address !== undefined)!;
  const names = ['PATH', variable!, address!];
  const before = names.map((name) => process.env[name]);

  beforeEach(() => {
    for (const name of names) delete process.env[name];
  });
  afterEach(() => {
    for (const [index, name] of names.entries()) {
      if (before[index] === undefined) delete process.env[name];
      else process.env[name] = before[index];
    }
  });

  test('has to be here', async () => {
    expect(await meets(id)).toMatchObject({ ok: false, why: expect.stringContaining(`${label} is not installed`) });
  });

  test('need not be where the address of one elsewhere is said', async () => {
    process.env[address!] = 'service://elsewhere';
    expect(await meets(id)).toEqual({ ok: true, why: `${label} where ${address} says`, tool: null });
  });
});
