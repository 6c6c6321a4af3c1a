import { parseFragment } from './compose-fragment.ts';

const parse = (text: string) => parseFragment(text, 'apps/shout/compose.yml', 'shout');

const WHOLE = `# What this is.
services:
  app-shout:
    environment:
      # where it is
      BROKER_URL: "http://127.0.0.1:8080"
    ports:
      - "127.0.0.1:8080:8080"

  # The broker.
  broker:
    image: broker:1.2.3

    # with a comment inside
    command: ["sh", "-c", "a: b"]

  second:
    image: second:1.0.0
`;

describe('the compose.yml of an app', () => {
  test('gives the app’s own service variables and ports', () => {
    expect(parse(WHOLE)).toMatchObject({
      environment: ['      BROKER_URL: "http://127.0.0.1:8080"'],
      ports: ['      - "127.0.0.1:8080:8080"'],
    });
  });

  test('has other services, which are passed on as they are written', () => {
    const { services, names } = parse(WHOLE);
    expect(names).toEqual(['broker', 'second']);
    expect(`${services}`).toBe(WHOLE.slice(WHOLE.indexOf('  # The broker.')));
  });

  test('may have either alone', () => {
    expect(parse('services:\n  app-shout:\n    ports:\n      - "127.0.0.1:1:1"\n')).toMatchObject({
      services: '',
      names: [],
    });
    expect(parse('services:\n  broker:\n    image: broker:1.2.3\n')).toMatchObject({ environment: [], ports: [] });
  });
});

describe('what cannot be merged is an error with file and line', () => {
  test.each([
    ['', 'line 1: expected "services:"'],
    ['# only a comment\nvolumes:\n  x:\n', 'line 2: expected "services:"'],
    ['services:\nvolumes:\n', 'line 2: expected a service'],
    ['services:\n    image: x\n', 'line 2: expected a service'],
    ['services:\n  a:\n\timage: x\n', 'line 3: a tab'],
    ['services:\n  app-shout:\n    image: x\n', 'line 3: app-shout can be given "environment" and "ports" here'],
    ['services:\n  app-shout:\n    ports: ["1:1"]\n', 'line 3: app-shout can be given'],
    ['services:\n  app-shout:\n    environment:\n      - A=b\n', 'line 4: app-shout can be given'],
  ])('%j', (text, message) => {
    expect(() => parse(text)).toThrow(`apps/shout/compose.yml, ${message}`);
  });
});
