import { breakingPoint, MOST_RUNS, nextValue, type SearchOptions } from './search.ts';
import { breaksAt, searched, seeded } from './testing/made-up-system.ts';

const OPTIONS: SearchOptions = { from: 10, to: 1000, precision: 0.1, repeat: 3, whole: true };

/** Made-up systems for each case; each is a search of its own, with its own seed. */
const SYSTEMS = 200;
/** Points of all sizes between the ends of the range. */
const pointOf = (index: number): number => 30 * 10 ** (index / SYSTEMS);

describe('a search', () => {
  test('finds a sharp edge to its precision, whatever the size of the number', () => {
    for (let index = 0; index < SYSTEMS; index += 1) {
      const point = pointOf(index);
      const { held, broke } = breakingPoint(searched(OPTIONS, breaksAt(point, 0, seeded(index))));
      expect(held!).toBeLessThan(point);
      expect(broke!).toBeGreaterThanOrEqual(point);
      // Whole numbers may be further apart than a tenth where they are small.
      expect(broke! - held!).toBeLessThanOrEqual(Math.max(1, Math.ceil(0.1 * held!)));
    }
  });

  test('of a parameter that is no whole number comes as near', () => {
    const options = { ...OPTIONS, from: 0.1, to: 5, whole: false };
    const { held, broke } = breakingPoint(searched(options, breaksAt(1.234, 0, seeded(1))));
    expect(held!).toBeLessThan(1.234);
    expect(broke!).toBeGreaterThanOrEqual(1.234);
    expect(broke! / held!).toBeLessThanOrEqual(1.101);
  });

  test.each([0.02, 0.05, 0.1, 0.2])(
    'gives an interval that holds the point, when breaking is spread over %d',
    (spread) => {
      let covered = 0;
      let given = 0;
      for (let index = 0; index < SYSTEMS; index += 1) {
        const point = pointOf(index);
        const { low, high } = breakingPoint(searched(OPTIONS, breaksAt(point, spread, seeded(1000 + index))));
        if (low === null || high === null) continue;
        given += 1;
        if (low <= point && point <= high) covered += 1;
      }
      // If breaking is gradual, few values on a side agree, and the search rightly says that it does not know.
      expect(given).toBeGreaterThan(0.75 * SYSTEMS);
      // 95 % would be 190 of 200; two in three hundred searches give fewer than 180 of them by chance alone.
      expect(covered / given).toBeGreaterThanOrEqual(0.9);
    },
  );

  test('takes what is noise for noise: one run in fifty that breaks for no reason does not mislead it', () => {
    let near = 0;
    for (let index = 0; index < SYSTEMS; index += 1) {
      const random = seeded(5000 + index);
      const point = pointOf(index);
      const edge = breaksAt(point, 0, random);
      const { point: found } = breakingPoint(searched(OPTIONS, (value) => edge(value) || random() < 0.02));
      if (found! > 0.8 * point && found! < 1.25 * point) near += 1;
    }
    expect(near).toBeGreaterThanOrEqual(0.95 * SYSTEMS);
  });

  test('runs a value again that held once and broke once, before anything else', () => {
    const probes = [
      { value: 10, broke: false },
      { value: 20, broke: true },
      { value: 20, broke: false },
    ];
    expect(nextValue(OPTIONS, probes)).toBe(20);
  });

  test('does not go beyond where it stops, and says that nothing broke', () => {
    const probes = searched(OPTIONS, () => false);
    expect(Math.max(...probes.map(({ value }) => value))).toBe(1000);
    expect(breakingPoint(probes)).toMatchObject({ point: null, held: 1000, broke: null, low: 909, high: null });
  });

  test('that never breaks has a lower end that is below the point in 95 % of systems that break a little further up', () => {
    let over = 0;
    for (let index = 0; index < SYSTEMS; index += 1) {
      const { point, low } = breakingPoint(searched(OPTIONS, breaksAt(1100, 0.2, seeded(9000 + index))));
      if (point === null && low! > 1100) over += 1;
    }
    expect(over).toBe(0);
    for (let index = 0; index < SYSTEMS; index += 1) {
      const { low } = breakingPoint(searched(OPTIONS, breaksAt(800, 0.2, seeded(9000 + index))));
      if ((low ?? 0) > 800) over += 1;
    }
    expect(over).toBeLessThanOrEqual(0.05 * SYSTEMS);
  });

  test('ends at what cannot be given, and takes it for no break', () => {
    const probes = searched(OPTIONS, (value) => value >= 300, 300);
    const found = breakingPoint(probes);
    expect(found).toMatchObject({ point: null, broke: null, high: null });
    expect(found.held!).toBeLessThan(300);
    expect(found.ceiling!).toBeGreaterThanOrEqual(300);
    expect(found.ceiling! / found.held!).toBeLessThanOrEqual(1.101);
    expect(found.low!).toBeGreaterThan(200);
    expect(probes.filter(({ value }) => value > found.ceiling!).length).toBeLessThanOrEqual(6);
  });

  test('finds what breaks below what cannot be given', () => {
    const { held, broke, ceiling } = breakingPoint(searched(OPTIONS, (value) => value >= 200, 300));
    expect(held!).toBeLessThan(200);
    expect(broke!).toBeGreaterThanOrEqual(200);
    expect(ceiling).toBeNull();
  });

  test('ends where everything breaks, and says so', () => {
    const probes = searched(OPTIONS, () => true);
    expect(probes.every(({ value }) => value === 10)).toBe(true);
    expect(breakingPoint(probes)).toMatchObject({ point: null, held: null, broke: 10 });
  });

  test('ends even where there is no order at all', () => {
    const random = seeded(7);
    expect(searched(OPTIONS, () => random() < 0.5).length).toBeLessThanOrEqual(MOST_RUNS);
  });

  test('goes on from what was done as if it had never been interrupted', () => {
    const whole = searched(OPTIONS, breaksAt(123, 0, seeded(1)));
    whole.forEach(({ value }, index) => {
      expect(nextValue(OPTIONS, whole.slice(0, index))).toBe(value);
    });
  });
});
