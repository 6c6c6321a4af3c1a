import { addressIn, hostNameIn, serverAddress } from './ssh-address.ts';

test('the host name is read from what ssh says of its configuration', () => {
  expect(hostNameIn('user me\nhostname lab-2.example\nport 22\n')).toBe('lab-2.example');
  expect(hostNameIn('user me\n')).toBeNull();
});

test('the address that sshd was reached at is the third word of SSH_CONNECTION', () => {
  expect(addressIn('192.0.2.7 50022 192.0.2.9 22\n')).toBe('192.0.2.9');
  expect(addressIn('fe80::1%eth0 50022 2001:db8::9 22')).toBe('2001:db8::9');
  expect(addressIn('')).toBeNull();
});

describe('a server elsewhere', () => {
  test('listens on the one address that sshd was reached at, and clients use it where the name leads to it', async () => {
    const connection = '127.0.0.1 50022 127.0.0.1 22';
    expect(await serverAddress(connection, '127.0.0.1', null)).toEqual({ listen: '127.0.0.1', clients: '127.0.0.1' });
  });

  test('is reached by its name where another machine hands the address on', async () => {
    expect(await serverAddress('192.0.2.7 50022 10.0.0.9 22', '192.0.2.9', null)).toEqual({
      listen: '10.0.0.9',
      clients: '192.0.2.9',
    });
  });

  test('listens on every interface only under a name that the user gave', async () => {
    expect(await serverAddress('', null, 'lab-2.example')).toEqual({ listen: '0.0.0.0', clients: 'lab-2.example' });
  });

  test('must be named where neither is known', async () => {
    expect(await serverAddress('', 'lab-2', null)).toBeNull();
    expect(await serverAddress('192.0.2.7 50022 10.0.0.9 22', null, null)).toBeNull();
  });
});
