import { EXIT } from '../../system/errors.ts';
import { browsersThatFit, checkMemory, controlGroupLeft } from './browser-memory.ts';

const GiB = 1_073_741_824;

describe("a container's limit", () => {
  test('leaves what is not used, with the page cache counted as free', () => {
    expect(controlGroupLeft('4000\n', '3000\n', 'anon 2000\ninactive_file 500\n')).toBe(1_500);
  });

  test('is none when it says max or when there is no control group', () => {
    expect(controlGroupLeft('max\n', '3000\n', null)).toBe(Number.POSITIVE_INFINITY);
    expect(controlGroupLeft(null, null, null)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('browsers that do not fit', () => {
  test('are refused with the number that does', () => {
    const fit = browsersThatFit('firefox', 8 * GiB);
    expect(fit).toBeGreaterThan(0);
    expect(() => checkMemory('firefox', fit, 8 * GiB)).not.toThrow();
    expect(() => checkMemory('firefox', fit + 1, 8 * GiB)).toThrow(
      expect.objectContaining({ exitCode: EXIT.missing, message: expect.stringContaining(`--browsers ${fit},`) }),
    );
  });

  test('are none at all on a machine whose memory is used up', () => {
    expect(browsersThatFit('chrome', 0)).toBe(0);
    expect(() => checkMemory('chrome', 1, 0)).toThrow(/--swarm console/);
  });
});
