import { setEnvironment } from '../system/testing/environment.ts';
import { storageError } from './record-errors.ts';

const failure = (code: string): Error => Object.assign(new Error('it failed'), { code });

describe('what the file system refused', () => {
  test('is said with what to do', () => {
    expect(storageError('cannot write', '/results', failure('EACCES')).message).toBe(
      'cannot write /results: EACCES: permission denied; make the folder readable and writable for you, or name another with --results DIR',
    );
    expect(storageError('cannot read', '/results', failure('EIO')).message).toMatch(/EIO: it failed; name another/);
  });

  test('is said with the advice of the place, where an option is no help, for folders of others alone', () => {
    setEnvironment({ RESULTS_ADVICE: 'set the owner' });
    expect(storageError('cannot write', '/results', failure('EACCES')).message).toBe(
      'cannot write /results: EACCES: it may not be written; set the owner',
    );
    expect(storageError('cannot write', '/results', failure('ENOSPC')).message).toMatch(/the disk is full/);
  });
});
