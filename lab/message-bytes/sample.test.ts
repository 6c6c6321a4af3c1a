import { sampleJson } from './sample.ts';

test.each([100, 1_000, 1_001, 76_203])('a sample of %i bytes is JSON full of quotes', (bytes) => {
  const text = sampleJson(bytes);
  expect(text).toHaveLength(bytes);
  expect(JSON.stringify(JSON.parse(text))).toBe(text);
  expect(text.split('"').length).toBeGreaterThan(bytes / 8);
});
