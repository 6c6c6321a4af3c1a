import { closing, demandClientPath, pathTable, whyNot } from './client-path.ts';

test('clients have a port of their own, which leads to the server', () => {
  const text = pathTable('t', 4001, 4000);
  expect(text).toMatch(/^add table inet t\ndelete table inet t\ntable inet t \{/);
  expect(text).toContain('oif lo tcp dport 4001 redirect to :4000');
});

test.each([
  ['silence', 'drop'],
  ['reset', 'ct direction original tcp flags & rst == 0 reject with tcp reset'],
  ['refuse', 'ct direction original tcp flags & (syn | ack) == syn reject with tcp reset'],
] as const)('%s is of connections to the clients’ port alone', (how, rest) => {
  const rule = `add rule inet t incoming iif lo meta l4proto tcp ct original proto-dst 4001 ${rest}\n`;
  expect(closing('t', 4001, how)).toBe(rule);
});

test('who may not cut connections, and who cannot, learns what to do', () => {
  expect(whyNot('Operation not permitted (you must be root)')).toMatch(/^only root .*: start Outcry as root$/);
  expect(whyNot('Error: No such file or directory')).toMatch(/load its modules with "modprobe -a nft_redir/);
});

test.each([
  ['on', [{}]],
  ['grid', 'http://grid'],
  ['advertise', 'host'],
])('clients elsewhere (%s) are refused', async (field, value) => {
  const swarm = { on: null, grid: null, advertise: null, [field]: value } as never;
  await expect(demandClientPath({ swarm })).rejects.toThrow(/these clients are on other machines/);
});
