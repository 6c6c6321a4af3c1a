import { advertisedUrl, demandReachable } from './advertised-url.ts';

describe('the advertised URL', () => {
  test('has the advertised host and the port the server listens on', () => {
    expect(advertisedUrl('http://127.0.0.1:4000', 'lab-7.example')).toBe('http://lab-7.example:4000');
    expect(advertisedUrl('http://127.0.0.1:4000', 'fd00::7')).toBe('http://[fd00::7]:4000');
  });

  test('is the server’s own when nothing is advertised', () => {
    expect(advertisedUrl('http://127.0.0.1:4000', null)).toBe('http://127.0.0.1:4000');
  });
});

describe('a name that servers are to be reached under', () => {
  test.each(['::1', '[fd00::7]'])('leads to IPv4: %s does not', async (name) => {
    const why = `--advertise ${name}: leads to ${name.replace(/[[\]]/g, '')} only, and servers listen on IPv4`;
    await expect(demandReachable(name)).rejects.toThrow(why);
  });

  test('may be an address of IPv4', async () => {
    await expect(demandReachable('127.0.0.1')).resolves.toBeUndefined();
  });
});
