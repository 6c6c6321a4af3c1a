import { lockText, requirementLines, withVersions } from './pip.ts';

const TEXT = `# what the app asks for
--index-url https://packages.example/simple
Shout_Server[fast]==2.0.0 \\
    --hash=sha256:aa
loop >=0.22 ; sys_platform != "win32"  # a comment
parser
`;

test('the lines that require a package come without hashes, options and comments', () => {
  expect(requirementLines(TEXT)).toEqual([
    'Shout_Server[fast]==2.0.0',
    'loop >=0.22 ; sys_platform != "win32"',
    'parser',
  ]);
});

test('packages get their versions by any spelling of their names, and keep extras and markers', () => {
  const packages = { 'shout-server': '1.2.3', LOOP: '0.21', other: '1' };
  expect(withVersions(requirementLines(TEXT), packages)).toEqual([
    'Shout_Server[fast]==1.2.3',
    'loop==0.21 ; sys_platform != "win32"',
    'parser',
  ]);
});

test('a lock file has each package with its hash, in whichever form pip says it', () => {
  const one = (name: string, archive_info: object, url = 'https://packages.example/x.whl') => ({
    metadata: { name, version: '1.0' },
    download_info: { url, archive_info },
  });
  const install = [one('b', { hash: 'sha256=bb' }), one('a', { hash: 'sha256=xx', hashes: { sha256: 'aa' } })];
  expect(lockText({ install })).toBe('a==1.0 --hash=sha256:aa\nb==1.0 --hash=sha256:bb\n');
  expect(() => lockText({ install: [one('c', {})] })).toThrow('pip says no SHA-256 of c 1.0');
});
