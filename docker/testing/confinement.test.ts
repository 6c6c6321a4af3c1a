import { readConfinement } from './confinement.ts';

const status = (uid: string, capabilities: string, noNewPrivileges = 1): string =>
  `Name:\tnode
Uid:\t${uid}
Gid:\t1000\t1000\t1000\t1000
CapInh:\t0000000000000000
CapPrm:\t0000000000000000
CapEff:\t0000000000000000
CapBnd:\t${capabilities}
CapAmb:\t0000000000000000
NoNewPrivs:\t${noNewPrivileges}
`;

const NOTHING = '0000000000000000';

const mounts = (root: string, ...more: string[]): string =>
  [
    `513 340 0:50 / / ${root},relatime master:1 - overlay overlay rw,lowerdir=/a,upperdir=/b`,
    '514 513 0:53 / /proc rw,nosuid - proc proc rw',
    '515 513 0:54 / /dev rw,nosuid - tmpfs tmpfs rw,size=65536k',
    '516 515 0:56 / /dev/shm rw,nosuid - tmpfs shm rw',
    '517 513 254:1 /x/hosts /etc/hosts rw,relatime - ext4 /dev/root rw',
    ...more,
  ].join('\n');

test('a container that is confined can write what is named and nothing else', () => {
  const tmp = '520 513 0:60 / /tmp rw,nosuid - tmpfs tmpfs rw';
  const data = String.raw`521 513 254:1 /v /data\040kept rw,relatime - ext4 /dev/root rw`;
  expect(readConfinement(status('1000\t1000\t1000\t1000', NOTHING), mounts('ro', tmp, data))).toEqual({
    user: 1000,
    capabilities: [],
    noNewPrivileges: true,
    rootReadOnly: true,
    writable: ['/data kept', '/tmp'],
  });
});

test('root, if only in one of the four ids, what it might be granted, and a file system to write are seen', () => {
  const loose = readConfinement(status('1000\t1000\t0\t1000', '00000000a80425fb', 0), mounts('rw'));
  expect(loose).toEqual({
    user: 0,
    capabilities: ['CapBnd'],
    noNewPrivileges: false,
    rootReadOnly: false,
    writable: [],
  });
});

test('a mount that is read-only, or whose file system is, cannot be written; the later of two in one place counts', () => {
  const lines = [
    '520 513 254:1 /adapters /adapters ro,relatime - ext4 /dev/root rw',
    '521 513 254:2 / /media rw,relatime - iso9660 /dev/sr0 ro',
    '522 513 254:1 /v /data rw,relatime - ext4 /dev/root rw',
    '523 522 0:61 / /data ro - tmpfs tmpfs rw',
  ];
  expect(readConfinement(status('5 5 5 5', NOTHING), mounts('ro', ...lines)).writable).toEqual([]);
});

test('a kernel that does not say what is looked for is no confinement', () => {
  expect(() => readConfinement('Name:\tnode\n', mounts('ro'))).toThrow('has no Uid');
});
