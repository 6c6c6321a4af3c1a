import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../system/root.ts';
import { composeValidator } from './testing/compose-schema.ts';
import type { StackService } from './testing/trial-stack.ts';

const text = readFileSync(join(ROOT, 'docker', 'swarm-stack.yml'), 'utf8');
const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')) as {
  services: Record<string, StackService>;
};
const stack = parse(text) as { services: Record<string, StackService>; secrets: object };

/** Keys that `docker stack deploy` ignores or refuses (Compose file version 3 reference). */
const NOT_IN_A_SWARM = [
  ...['build', 'cgroup_parent', 'container_name', 'depends_on', 'devices', 'external_links', 'links', 'network_mode'],
  ...['profiles', 'restart', 'security_opt', 'userns_mode'],
];

test('the stack file is what the Compose Specification says a compose file is', () => {
  const validate = composeValidator();
  validate(stack);
  expect(validate.errors ?? []).toEqual([]);
  expect(validate(parse(text.replace('replicas: 8', 'replica: 8')))).toBe(false);
});

test('it has nothing that a swarm does not know', () => {
  const fields = Object.values(stack.services).flatMap((service) => Object.keys(service));
  expect(fields.filter((field) => NOT_IN_A_SWARM.includes(field))).toEqual([]);
});

test('its workers are confined as those of docker-compose.yml are, publish nothing, and get the token as a secret', () => {
  const { read_only, tmpfs, cap_drop } = compose.services.worker as StackService & { cap_drop: string[] };
  expect(stack.services).toMatchObject({ worker: { read_only, tmpfs, cap_drop, secrets: ['outcry_join_token'] } });
  expect(stack.services.worker!.ports).toBeUndefined();
  expect(stack.secrets).toEqual({ outcry_join_token: { external: true } });
});
