/** Pages that another server serves: a browser hands them an answer only where the broker says that it may. */
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';

const PAGE = 'http://pages.example';
const CREATE = 'LS_cid=x&LS_adapter_set=OUTCRY&LS_polling=true';

let trial: TrialBroker | undefined;

afterEach(() => trial?.stop());

async function ask(origins: string[], origin: string | null, method = 'POST'): Promise<Response> {
  trial = await startTrialBroker({}, origins);
  return fetch(`http://${trial.address}/lightstreamer/create_session.txt?LS_protocol=TLCP-2.5.0`, {
    method,
    headers: origin === null ? {} : { origin },
    ...(method === 'POST' ? { body: CREATE } : {}),
  });
}

const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

test.each([[[PAGE]], [['http://other.example', PAGE]], [['*']]])(
  'a page that may come (%j) is let in by name',
  async (origins) => {
    const response = await ask(origins, PAGE);
    expect(allowed(response)).toBe(PAGE);
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(await response.text()).toMatch(/^CONOK,/);
  },
);

test.each([[[]], [['http://other.example']]])(
  'one that may not (%j) is answered, and its browser keeps the answer',
  async (origins) => {
    expect(allowed(await ask(origins, PAGE))).toBeNull();
  },
);

test('who is no page is told nothing of it', async () => {
  expect(allowed(await ask(['*'], null))).toBeNull();
});

test('a browser that asks first is told what may be sent', async () => {
  const response = await ask([PAGE], PAGE, 'OPTIONS');
  expect([response.status, allowed(response)]).toEqual([204, PAGE]);
  expect(response.headers.get('access-control-allow-headers')).toBe('content-type');
});
