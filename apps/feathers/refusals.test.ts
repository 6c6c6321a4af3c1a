import { convert } from '@feathersjs/errors';
import { errorOf, refusalOf } from './refusals.ts';

/** An error after it went over the wire and was made one again on the other side. */
const sent = (error: { toJSON(): unknown }) => convert(JSON.parse(JSON.stringify(error.toJSON())));

test.each([
  ['missing-field', 400],
  ['too-large', 400],
  ['wrong-login', 401],
  ['login-expired', 401],
  ['not-logged-in', 401],
  ['not-yours', 403],
  ['unknown-event', 404],
  ['no-such-item', 404],
  ['name-taken', 409],
  ['wrong-state', 409],
  ['bid-too-low', 422],
  ['too-many', 429],
  ['failed', 500],
])('%s is error %i on its way, and the same refusal after it', (code, status) => {
  const refusal = { code, reason: 'Say it in words.', field: 'name' };
  const error = errorOf(refusal);
  expect(error.code).toBe(status);
  expect(refusalOf(sent(error))).toEqual({ ok: false, ...refusal });
});

test('an error of Feathers’ own is a refusal with its name for code', () => {
  expect(refusalOf(sent(errorOf({ code: 'x', reason: 'no' })))).toMatchObject({ code: 'x' });
  const own = { name: 'MethodNotAllowed', className: 'method-not-allowed', code: 405, message: 'Not that method.' };
  expect(refusalOf(convert(own))).toEqual({ ok: false, code: 'method-not-allowed', reason: 'Not that method.' });
});

test.each([[new Error('fetch failed')], [new Error('operation has timed out')], ['a string'], [null]])(
  'what did not get through is no refusal: %s',
  (error) => expect(refusalOf(error)).toBeNull(),
);
