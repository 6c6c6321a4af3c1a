import { lossTable, whyNot } from './packet-loss.ts';

test('a table drops packets of one port alone, and takes the place of one that is there', () => {
  const text = lossTable('t', 4000, 0.1);
  expect(text).toMatch(/^add table inet t\ndelete table inet t\ntable inet t \{/);
  const rules = text.split('\n').filter((line) => line.includes('drop'));
  expect(rules.map((line) => line.trim())).toEqual([
    'iif lo meta l4proto { tcp, udp } th dport 4000 numgen random mod 100000 < 100 drop',
    'iif lo meta l4proto { tcp, udp } th sport 4000 numgen random mod 100000 < 100 drop',
  ]);
  expect(lossTable('t', 4000, 0.003)).toContain('< 3 drop');
});

test('who may not drop packets, and who cannot, learns what to do', () => {
  expect(whyNot('Operation not permitted (you must be root)')).toMatch(
    /^only root may drop packets .*: start Outcry as root/,
  );
  expect(whyNot('Error: Could not process rule: No such file or directory')).toMatch(
    /^this kernel drops no packets at random \(nft: Error: Could not .*\): load its modules with "modprobe nft_numgen"/,
  );
});
