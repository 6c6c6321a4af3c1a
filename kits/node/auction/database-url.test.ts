/** Values of `DATABASE_URL`, valid and not. */
import { DEFAULT_DATABASE_URL, parseDatabaseUrl } from './database-url.ts';

test.each([
  ['sqlite:data/auction.sqlite', 'data/auction.sqlite'],
  [DEFAULT_DATABASE_URL, 'data/auction.sqlite'],
  ['sqlite:../a b%20c.sqlite', '../a b%20c.sqlite'],
  ['sqlite:/var/lib/auction.sqlite', '/var/lib/auction.sqlite'],
  ['sqlite:///var/lib/auction.sqlite', '/var/lib/auction.sqlite'],
  ['SQLite:x', 'x'],
  ['sqlite::memory:', ':memory:'],
])('%s is a file', (url, path) => {
  expect(parseDatabaseUrl(url)).toEqual({ kind: 'sqlite', path, label: `sqlite:${path}` });
});

test.each([
  ['mysql://ada:secret@db.example:3307/house', { host: 'db.example', port: 3_307, user: 'ada', password: 'secret' }],
  ['mysql://ada@localhost/house', { host: 'localhost', port: 3_306, user: 'ada', password: '' }],
  ['mysql://a%40b:p%2F%3A%23@[::1]/house', { host: '::1', port: 3_306, user: 'a@b', password: 'p/:#' }],
])('%s is a server', (url, parts) => {
  const target = parseDatabaseUrl(url);
  expect(target).toMatchObject({ kind: 'mysql', database: 'house', ...parts });
  expect(target.label).not.toContain('secret');
});

test.each([
  ['', /names no kind of database/],
  ['data/auction.sqlite', /names no kind of database/],
  ['postgres://ada:secret@localhost/house', /asks for "postgres"/],
  ['sqlite:', /names no SQLite file/],
  ['sqlite://auction.sqlite', /names no SQLite file/],
  ['mysql://ada:secret@/house', /not a URL that can be read/],
  ['mysql://ada:sec/ret@localhost/house', /not a URL that can be read|names no|database/],
  ['mysql://ada:secret@localhost', /names no database/],
  ['mysql://ada:secret@localhost/', /names no database/],
  ['mysql://ada:secret@localhost/a/b', /names no database/],
  ['mysql://localhost/house', /names no user/],
  ['mysql://ada:secret%@localhost/house', /% in its password/],
  ['mysql://ada:secret@localhost/house?ssl=true', /after the name of the database/],
  ['mysql://ada:secret@localhost:99999/house', /not a URL that can be read/],
  ['mysql:ada:secret', /names no/],
])('%s is refused in a sentence that keeps the password to itself', (url, sentence) => {
  const error = (() => {
    try {
      return parseDatabaseUrl(url);
    } catch (caught) {
      return caught;
    }
  })() as Error;
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toMatch(sentence);
  expect(error.message).toMatch(/^DATABASE_URL .*\. Write .*\.$/);
  expect(error.message).not.toMatch(/secret|sec\/ret/);
});
