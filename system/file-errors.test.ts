import { join } from 'node:path';
import { fileRefusal } from './file-errors.ts';
import { ROOT } from './root.ts';

const error = (code: string, path?: string) => Object.assign(new Error('no'), { code, path, syscall: 'mkdir' });

test.each(['EACCES', 'EPERM', 'EROFS'])('a checkout of another user is named, with what to do: %s', (code) => {
  const file = join(ROOT, '.outcry', 'processes');
  const why = `is owned by another user or mounted read-only (${code})`;
  expect(fileRefusal(error(code, file))).toBe(`${file} ${why}; use a clone of your own, or chown ${ROOT}`);
  expect(fileRefusal(error(code, '/x/y'))).toBe(`/x/y ${why}; name another place, or change its rights`);
});

test('a full disk is named', () => {
  expect(fileRefusal(error('ENOSPC', '/x'))).toBe('/x is on a disk that is full; make room and start again');
});

test('any other error may be a bug', () => {
  expect(fileRefusal(error('EACCES'))).toBeNull();
  expect(fileRefusal(error('ENOENT', '/x'))).toBeNull();
  expect(fileRefusal(new TypeError('no'))).toBeNull();
});
