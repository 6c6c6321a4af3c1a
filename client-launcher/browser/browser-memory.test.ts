import { EXIT } from '../../system/errors.ts';
import { browsersThatFit, checkMemory } from './browser-memory.ts';

const GiB = 1_073_741_824;

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
