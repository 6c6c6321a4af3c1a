/** Values of parameters: read from the command line, checked. Pure, and free of Node modules. */
import type { Params, ParamValue } from '../../protocol/run-record.ts';
import { didYouMean } from '../../system/did-you-mean.ts';
import type { ParamSpec, Scenario } from './scenario.ts';

/** Longest text that a parameter may be: it is part of a run's identity. */
const TEXT_LIMIT = 200;

/** The reason why `value` cannot be the parameter; null when it can. */
export function paramFault(spec: ParamSpec, value: unknown): string | null {
  const { least, most } = spec;
  switch (spec.type) {
    case 'whole':
    case 'amount': {
      const good = spec.type === 'whole' ? Number.isSafeInteger(value) : Number.isFinite(value);
      const inside = good && (value as number) >= (least ?? -Infinity) && (value as number) <= (most ?? Infinity);
      if (inside) return null;
      const range = `${least === undefined ? '' : ` from ${least}`}${most === undefined ? '' : ` to ${most}`}`;
      return `expected a ${spec.type === 'whole' ? 'whole ' : ''}number${range}`;
    }
    case 'choice':
      return spec.choices?.includes(value as string) ? null : `expected one of ${spec.choices?.join(', ')}`;
    case 'flag':
      return typeof value === 'boolean' ? null : 'expected true or false';
    case 'text':
      return typeof value === 'string' && value.length <= TEXT_LIMIT
        ? null
        : `expected at most ${TEXT_LIMIT} characters`;
  }
}

/** A value as the command line gives it, text or already a value (of a session's file), in the parameter's type. */
function typed(spec: ParamSpec, given: ParamValue): ParamValue {
  if (typeof given !== 'string') return given;
  const text = given.trim();
  if (spec.type === 'whole' || spec.type === 'amount') return text === '' ? Number.NaN : Number(text);
  if (spec.type === 'flag') return text === 'true' ? true : text === 'false' ? false : given;
  return given;
}

/** `clientsPerRoom` as an option: `--clients-per-room`. */
export function optionName(param: string): string {
  return `--${param.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * The parameters of `scenario`: what was given, and its defaults for the rest.
 * @param given by name, text or values; names that the scenario does not have are left alone
 * @returns the sentence of what is wrong, when something is
 */
export function readParams(
  scenario: Pick<Scenario, 'name' | 'params'>,
  given: Readonly<Record<string, ParamValue | undefined>>,
): { params: Params } | { wrong: string } {
  const params: Params = {};
  for (const [name, spec] of Object.entries(scenario.params)) {
    const asked = Object.hasOwn(given, name) ? given[name] : undefined;
    const value = asked === undefined ? spec.default : typed(spec, asked);
    const fault = paramFault(spec, value);
    if (fault !== null) {
      return { wrong: `${optionName(name)}: ${fault}, not "${asked}"${didYouMean(String(asked), spec.choices ?? [])}` };
    }
    params[name] = value;
  }
  return { params };
}
