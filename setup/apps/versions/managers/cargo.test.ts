import { withCrate } from './cargo.ts';

const TOML = `[package]
name = "server"
version = "0.1.0"

[dependencies]
shout = "2.0" # the framework
murmur = { default-features = false, version = "=1.1.0", features = ["version"] }
kit = { path = "../../kits/abacus" }

[dependencies.whisper]
features = ["a"]
version = "3"

[dev-dependencies]
test-kit = "1"
`;

test.each([
  ['shout', 'shout = "=9.8.7" # the framework'],
  ['murmur', 'murmur = { default-features = false, version = "=9.8.7", features = ["version"] }'],
  ['whisper', 'features = ["a"]\nversion = "=9.8.7"'],
  ['test-kit', 'test-kit = "=9.8.7"'],
])('%s gets its version, and nothing else changes', (crate, line) => {
  const changed = withCrate(TOML, crate, '9.8.7')!;
  expect(changed).toContain(line);
  const differing = changed.split('\n').filter((each, index) => each !== TOML.split('\n')[index]);
  expect(differing).toHaveLength(1);
  expect(withCrate(changed, crate, '9.8.7')).toBe(changed);
});

test.each(['version', 'name', 'absent', 'kit'])('%s is no crate that has a version there', (crate) => {
  expect(withCrate(TOML, crate, '9.8.7')).toBeNull();
});
