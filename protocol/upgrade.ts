/**
 * Reads kept run records as records of today. Earlier ones have fields of their own for some conditions, without texts. The texts below are
 * for those records and do not follow the conditions' folders. Pure; the files stay as they are.
 */
import type { ConditionIdentity, ConditionMeasured, Conditions } from './conditions.ts';
import type { RunIdentity, RunRecord } from './run-record.ts';
import { amount, count, exactly, orNull, type Schema, text } from './schema-parts.ts';

const NETWORK = ['roundTripMs', 'jitterMs', 'downKbit', 'upKbit'] as const;
const NETWORK_MEASURED = ['roundTripMs', 'shortestMs', 'longestMs', 'downKbit', 'upKbit'] as const;

type FormerNetwork = { name: string } & Record<(typeof NETWORK)[number], number>;
type FormerNetworkMeasured = Record<(typeof NETWORK_MEASURED)[number], number>;
type FormerEngine = Record<'version' | 'kernel', string> & Record<'cores' | 'memoryBytes', number>;

interface FormerPlacement {
  server: 'process' | 'container';
  context?: string;
  serverCpus?: string;
  swarmCpus?: string;
  serverMemory?: number;
  workers?: 'joined';
}

/** What an earlier identity has besides. */
export interface FormerIdentity {
  standIn?: string | null;
  network?: FormerNetwork;
  placement?: FormerPlacement;
}

/** A record as it is kept. */
export interface KeptRecord extends Omit<RunRecord, 'identity'> {
  identity: RunIdentity & FormerIdentity;
  networkMeasured?: FormerNetworkMeasured;
  serverEngine?: FormerEngine;
}

/** What today's records call the conditions that had fields of their own. */
export const FORMER = {
  network: 'network',
  placement: 'placement',
  substitute: 'substitute-server',
  limits: 'edition-limits',
} as const;

const amounts = (names: readonly string[]): Record<string, Schema> =>
  Object.fromEntries(names.map((name) => [name, amount]));
const cpuList = { type: 'string', pattern: '^\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?){0,99}$' };

/** JSON Schema (draft 7) of each of the fields of a {@link FormerIdentity}. */
export const formerIdentitySchema: Record<keyof FormerIdentity, Schema> = {
  standIn: orNull(text),
  network: exactly({ name: { type: 'string', pattern: '^[a-z0-9][a-z0-9._-]{0,39}$' }, ...amounts(NETWORK) }),
  placement: exactly(
    { server: { enum: ['process', 'container'] } },
    {
      context: { ...text, minLength: 1 },
      serverCpus: cpuList,
      swarmCpus: cpuList,
      serverMemory: count,
      workers: { const: 'joined' },
    },
  ),
};

/** The same of what a {@link KeptRecord} has besides. */
export const formerRecordSchema: Record<'networkMeasured' | 'serverEngine', Schema> = {
  networkMeasured: exactly(amounts(NETWORK_MEASURED)),
  serverEngine: exactly({
    version: text,
    cores: { type: 'integer', minimum: 1 },
    memoryBytes: amount,
    kernel: text,
  }),
};

const n = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 4 });

function networkOf(value: FormerNetwork): ConditionIdentity {
  const { name, roundTripMs, jitterMs, downKbit, upKbit } = value;
  return {
    value: { ...value },
    text: `${name} (round trip ${n(roundTripMs)} ms ± ${n(jitterMs)}, ${n(downKbit)} kbit/s down, ${n(upKbit)} up)`,
    mark: `over ${name}`,
    otherwise: 'local',
  };
}

function networkFound(value: FormerNetworkMeasured): ConditionMeasured {
  const { roundTripMs, shortestMs, longestMs, downKbit, upKbit } = value;
  const trip = `round trip ${n(roundTripMs)} ms (${n(shortestMs)} to ${n(longestMs)})`;
  return { value: { ...value }, text: `${trip}, ${n(downKbit)} kbit/s down, ${n(upKbit)} up` };
}

const cpus = (list: string): string => `on ${/^\d+$/.test(list) ? 'CPU' : 'CPUs'} ${list}`;

function placementOf(value: FormerPlacement): ConditionIdentity {
  const { server, context, serverCpus, swarmCpus, serverMemory, workers } = value;
  const contained = server === 'container';
  const own = contained ? ['in a container'] : serverCpus === undefined ? [] : ['on cores of its own'];
  const mark = [...own, ...(workers === undefined ? [] : ['with joined workers'])].join(' ');
  const where = [
    contained ? `server in a container${context === undefined ? '' : ` (context ${context})`}` : 'server',
    ...(serverCpus === undefined ? [] : [cpus(serverCpus)]),
    ...(serverMemory === undefined ? [] : [`with ${(serverMemory / 2 ** 20).toFixed(0)} MiB at most`]),
  ].join(' ');
  const swarm = swarmCpus === undefined ? '' : `, swarm ${cpus(swarmCpus)}`;
  return {
    value: { ...value },
    text: `${where}${swarm}${workers === undefined ? '' : ', workers that joined'}`,
    ...(mark === '' ? {} : { mark }),
    otherwise: 'side by side',
  };
}

const engineFound = (value: FormerEngine): ConditionMeasured => ({
  value: { ...value },
  text: `server on an engine ${value.version} with ${value.cores} cores, ${(value.memoryBytes / 2 ** 30).toFixed(1)} GiB, ${value.kernel}`,
  machine: true,
});

/** As much of a sentence as a row's name has room for. */
const MARK_LENGTH = 60;

/**
 * What an identity has of a substitute server where the condition's folder is not at hand.
 * @param sentence the one to show with every number
 */
export const substituteCondition = (sentence: string): Conditions => ({
  [FORMER.substitute]: {
    value: sentence,
    text: sentence,
    mark: `(${sentence.length > MARK_LENGTH ? `${sentence.slice(0, MARK_LENGTH - 1)}…` : sentence})`,
    unranked: 'substitute',
  },
});

function limitsIn({ validity }: KeptRecord): Conditions {
  const limits = validity.find(({ code }) => code === FORMER.limits)?.message;
  return limits === undefined ? {} : { [FORMER.limits]: { value: limits, text: limits, unranked: 'limited edition' } };
}

const FIELDS = ['standIn', 'network', 'placement', 'networkMeasured', 'serverEngine'];

const countOf = (conditions: Conditions = {}): number => Object.keys(conditions).length;

/** `record` as one of today: itself when it is one. */
export function upgrade(record: KeptRecord): RunRecord {
  const { identity: kept, networkMeasured, serverEngine, ...rest } = record;
  const { standIn, network, placement, ...identity } = kept;
  const found: Conditions = {
    ...limitsIn(record),
    ...(network === undefined ? {} : { [FORMER.network]: networkOf(network) }),
    ...(placement === undefined ? {} : { [FORMER.placement]: placementOf(placement) }),
    ...(typeof standIn === 'string' ? substituteCondition(standIn) : {}),
    ...identity.conditions,
  };
  if (!FIELDS.some((name) => name in kept || name in record) && countOf(found) === countOf(identity.conditions)) {
    return record;
  }
  const measured = {
    ...(networkMeasured === undefined ? {} : { [FORMER.network]: networkFound(networkMeasured) }),
    ...(serverEngine === undefined ? {} : { [FORMER.placement]: engineFound(serverEngine) }),
    ...record.conditionsMeasured,
  };
  return {
    ...rest,
    identity: { ...identity, ...(Object.keys(found).length === 0 ? {} : { conditions: found }) },
    ...(Object.keys(measured).length === 0 ? {} : { conditionsMeasured: measured }),
  };
}
