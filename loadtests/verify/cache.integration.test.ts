/** Tests that a verified app is remembered for as long as it is the same. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isVerified, recordVerified } from './cache.ts';
import { FAKE_APP } from './testing/fake-app.ts';

describe('the memory of what has been verified', () => {
  let folder: string;

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'outcry-cache-')), 'verified');
  });

  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

  test('knows nothing at first', () => {
    expect(isVerified(FAKE_APP, 'hash', 'websocket', folder)).toBe(false);
  });

  test('knows each transport by itself, and keeps the earlier ones', () => {
    recordVerified(FAKE_APP, 'hash', 'websocket', folder);
    expect(isVerified(FAKE_APP, 'hash', 'websocket', folder)).toBe(true);
    expect(isVerified(FAKE_APP, 'hash', 'sse', folder)).toBe(false);
    recordVerified(FAKE_APP, 'hash', 'sse', folder);
    expect(isVerified(FAKE_APP, 'hash', 'websocket', folder)).toBe(true);
    expect(isVerified(FAKE_APP, 'hash', 'sse', folder)).toBe(true);
  });

  test('knows nothing of an app that has changed, and forgets what the app was', () => {
    recordVerified(FAKE_APP, 'before', 'websocket', folder);
    expect(isVerified(FAKE_APP, 'after', 'websocket', folder)).toBe(false);
    recordVerified(FAKE_APP, 'after', 'sse', folder);
    expect(isVerified(FAKE_APP, 'after', 'websocket', folder)).toBe(false);
    expect(isVerified(FAKE_APP, 'before', 'websocket', folder)).toBe(false);
  });

  test('knows nothing of another app', () => {
    recordVerified(FAKE_APP, 'hash', 'websocket', folder);
    expect(isVerified({ ...FAKE_APP, id: 'other' }, 'hash', 'websocket', folder)).toBe(false);
  });

  test('knows nothing of the part itself when a substitute has passed, and nothing of a substitute when the part has', () => {
    const app = { ...FAKE_APP, substitute: { of: 'Broker', is: 'an open one', unless: ['OUTCRY_TEST_BROKER'] } };
    try {
      recordVerified(app, 'hash', 'websocket', folder);
      expect(isVerified(app, 'hash', 'websocket', folder)).toBe(true);
      process.env.OUTCRY_TEST_BROKER = 'http://127.0.0.1:8080';
      expect(isVerified(app, 'hash', 'websocket', folder)).toBe(false);
      recordVerified(app, 'hash', 'websocket', folder);
      expect(isVerified(app, 'hash', 'websocket', folder)).toBe(true);
      delete process.env.OUTCRY_TEST_BROKER;
      expect(isVerified(app, 'hash', 'websocket', folder)).toBe(false);
    } finally {
      delete process.env.OUTCRY_TEST_BROKER;
    }
  });

  test('knows nothing when another suite has looked at it', () => {
    recordVerified(FAKE_APP, 'hash', 'websocket', folder);
    const file = join(folder, 'fake.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), suite: 'an older one' }));
    expect(isVerified(FAKE_APP, 'hash', 'websocket', folder)).toBe(false);
  });

  test.each(['{"app":"ha', 'null', '[]', '{}', '{"app":"hash","transports":null}'])(
    'takes a file that holds %s for no memory at all',
    (text) => {
      recordVerified(FAKE_APP, 'hash', 'websocket', folder);
      writeFileSync(join(folder, 'fake.json'), text);
      expect(isVerified(FAKE_APP, 'hash', 'websocket', folder)).toBe(false);
      recordVerified(FAKE_APP, 'hash', 'websocket', folder);
      expect(isVerified(FAKE_APP, 'hash', 'websocket', folder)).toBe(true);
    },
  );

  test('leaves nothing beside its file', () => {
    recordVerified(FAKE_APP, 'hash', 'websocket', folder);
    expect(readdirSync(folder)).toEqual(['fake.json']);
  });
});
