import type { ConnectRequest, MemberReport, TestRequest } from '../../member/contract.ts';
import { FakeClock } from '../../member/testing/fakes.ts';
import { Meeting, type MeetingState, type Met, type PageMember } from './meeting.ts';
import { connectRequest, type Note } from './page-messages.ts';

const WANTED = {
  transport: 'websocket' as const,
  now: true,
  test: (clients: number): TestRequest => ({ test: `of ${clients}` }) as TestRequest,
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What all pages have in common: a clock, and a room in which everybody hears everything. */
function house() {
  const clock = new FakeClock();
  const listeners = new Set<(note: Note) => void>();
  const said: Note[] = [];
  let ids = 0;

  const publish = (note: unknown) => {
    for (const listener of [...listeners]) queueMicrotask(() => listener(JSON.parse(JSON.stringify(note))));
  };
  const page = (name: string, clients: number) => {
    const asked: [string, unknown][] = [];
    const states: MeetingState[] = [];
    let finish: (report: MemberReport) => void = () => {};
    const member: PageMember & { failure: string | null } = {
      failure: null,
      connect: async (request: ConnectRequest) => {
        asked.push(['connect', request.clientIds]);
        if (member.failure !== null) throw new Error(member.failure);
      },
      prepare: async (test: TestRequest) => void asked.push(['prepare', test.test]),
      begin: () => void asked.push(['begin', null]),
      report: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
      disconnect: async () => void asked.push(['disconnect', null]),
    };
    let hear: (note: Note) => void = () => {};
    const meeting = new Meeting({
      page: name,
      member,
      clock,
      clients: () => clients,
      newId: () => `call ${++ids}`,
      onState: (state) => void states.push(state),
      room: (hearer) => {
        hear = hearer;
        return {
          open: async () => void listeners.add(hear),
          close: async () => void listeners.delete(hear),
          say: (note) => {
            said.push(note);
            publish(note);
          },
        };
      },
    });
    const done = (clientIds: number[]) => finish({ clientIds } as MemberReport);
    return { meeting, member, asked, states, done, isListening: () => listeners.has(hear) };
  };
  /** Lets everybody talk, time standing still and then moving on by `ms`. */
  const pass = async (ms = 0) => {
    for (let i = 0; i < 5; i++) await turn();
    clock.advance(ms);
    for (let i = 0; i < 5; i++) await turn();
  };
  return { page, pass, publish, said };
}

test('alone, a page runs its own test', async () => {
  const { page, pass } = house();
  const one = page('one', 3);
  await one.meeting.listen();
  const met = one.meeting.run(WANTED);
  await pass(1_000);
  expect(one.asked).toEqual([
    ['connect', [1, 2, 3]],
    ['prepare', 'of 3'],
    ['begin', null],
  ]);
  one.done([1, 2, 3]);
  expect(await met).toEqual({
    reports: [{ clientIds: [1, 2, 3] }],
    died: [],
    error: null,
    members: 1,
    clients: 3,
    clientsHere: 3,
  });
  expect(one.states).toEqual(['calling', 'connecting', 'running', 'collecting', 'idle']);
});

test('the caller divides the clients, begins when all are ready, and gets the reports of all', async () => {
  const { page, pass } = house();
  const [caller, other, third] = [page('a', 2), page('b', 1), page('c', 1)];
  for (const { meeting } of [caller, other, third]) await meeting.listen();
  const met = caller.meeting.run(WANTED);
  await pass(1_000);
  const shares = [caller, other, third].map(({ asked }) => asked[0]);
  expect(shares[0]).toEqual(['connect', [1, 2]]);
  expect(shares.slice(1).sort()).toEqual([
    ['connect', [3]],
    ['connect', [4]],
  ]);
  expect(other.asked[1]).toEqual(['prepare', 'of 4']);
  expect(caller.asked.at(-1)).toEqual(['begin', null]);
  expect(other.asked.some(([what]) => what === 'begin')).toBe(false);
  // While the test runs nobody but the clients is in the room.
  expect([caller, other, third].map((one) => one.isListening())).toEqual([false, false, false]);
  caller.done([1, 2]);
  await pass();
  other.done([3]);
  await pass(1_000);
  third.done([4]);
  await pass(1_000);
  const { reports, error, members, clients } = await met;
  expect(reports.flatMap(({ clientIds }) => clientIds).sort()).toEqual([1, 2, 3, 4]);
  expect({ error, members, clients }).toEqual({ error: null, members: 3, clients: 4 });
  expect([caller, other, third].map(({ meeting }) => meeting.state)).toEqual(['idle', 'idle', 'idle']);
});

test('where the start is told and not published, every page begins by itself once all are ready', async () => {
  const { page, pass } = house();
  const [caller, other] = [page('a', 1), page('b', 1)];
  for (const { meeting } of [caller, other]) await meeting.listen();
  const test = (clients: number) => ({ test: `of ${clients}`, start: 'told' }) as TestRequest;
  const met = caller.meeting.run({ ...WANTED, now: false, test });
  await pass(1_000);
  expect([caller, other].map(({ asked }) => asked.at(-1))).toEqual([
    ['begin', null],
    ['begin', null],
  ]);
  caller.done([1]);
  other.done([2]);
  await pass(1_000);
  expect((await met).error).toBeNull();
});

test('clients that connect themselves are not connected before the test, on any page', () => {
  const join: Note = {
    note: 'join',
    call: 'c',
    shares: {},
    transport: 'rest',
    clients: 2,
    now: false,
    test: {} as never,
  };
  expect(connectRequest(join, [2])).toMatchObject({ clientIds: [2], clients: 2, now: false });
  expect(connectRequest({ ...join, now: 'no' as never }, [2])).toMatchObject({ now: true });
});

test('a page that cannot take part keeps the test from beginning, with its reason', async () => {
  const { page, pass } = house();
  const [caller, other] = [page('a', 1), page('b', 1)];
  for (const { meeting } of [caller, other]) await meeting.listen();
  other.member.failure = 'the server is full';
  const met = expect(caller.meeting.run(WANTED)).rejects.toThrow('Another page cannot take part: the server is full');
  await pass(1_000);
  await met;
  expect(caller.asked.some(([what]) => what === 'begin')).toBe(false);
  expect([caller, other].map(({ meeting }) => meeting.state)).toEqual(['idle', 'idle']);
});

test('a page that went away with its report is missed, and the others’ reports are kept', async () => {
  const { page, pass } = house();
  const [caller, other] = [page('a', 1), page('b', 1)];
  for (const { meeting } of [caller, other]) await meeting.listen();
  let met: Met | null = null;
  void caller.meeting.run(WANTED).then((result) => {
    met = result;
  });
  await pass(1_000);
  caller.done([1]);
  for (let waited = 0; waited < 25; waited++) await pass(1_000);
  expect(met).toMatchObject({ reports: [{ clientIds: [1] }], error: '1 of the other pages did not report' });
});

test('a page is in one test at a time', async () => {
  const { page, pass, said } = house();
  const [caller, other] = [page('a', 1), page('b', 1)];
  await other.meeting.listen();
  const met = caller.meeting.run(WANTED);
  await expect(caller.meeting.run(WANTED)).rejects.toThrow('Another page’s test is running here.');
  await pass(1_000);
  const before = said.length;
  await expect(other.meeting.run(WANTED)).rejects.toThrow('Another page’s test is running here.');
  expect(said).toHaveLength(before);
  caller.done([1]);
  other.done([2]);
  await pass(1_000);
  expect((await met).error).toBeNull();
});

test('nobody can ask a page for other clients than it offers', async () => {
  const { page, pass, publish } = house();
  const one = page('one', 1);
  await one.meeting.listen();
  const greedy = { note: 'join', call: 'x', transport: 'websocket', clients: 3, test: {} };
  for (const shares of [{ one: [1, 2, 3] }, { one: 'all' }, { one: [0] }, { two: [1] }, null]) {
    publish({ ...greedy, shares });
    await pass();
  }
  expect(one.asked).toEqual([]);
  publish({ ...greedy, shares: { one: [2] } });
  await pass();
  expect(one.asked[0]).toEqual(['connect', [2]]);
});
