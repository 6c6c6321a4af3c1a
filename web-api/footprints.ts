/** The footprint of each app, as `./outcry footprint` measures it: its costs for those who load, write and keep it. */
import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { lazily } from '../system/lazily.ts';

interface Size {
  minified: number;
  gzip: number;
}

export interface FootprintRow {
  framework: string;
  label: string;
  client: { framework: Size; own: Size; page: Size };
  lines: { adapter: number; server: number };
  packages: number | null;
}

const whole = { type: 'integer', minimum: 0 };
const exactly = (properties: Record<string, object>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const size = exactly({ minified: whole, gzip: whole });
const footprintsCheck = lazily(() =>
  new Ajv().compile<FootprintRow[]>({
    type: 'array',
    maxItems: 1000,
    items: exactly({
      framework: { type: 'string' },
      label: { type: 'string' },
      client: exactly({ framework: size, own: size, page: size }),
      lines: exactly({ adapter: whole, server: whole }),
      packages: { anyOf: [whole, { type: 'null' }] },
    }),
  }),
);

/** The footprints kept in `file`; none when there is no such file, or it holds something else. */
export async function readFootprints(file: string | null): Promise<FootprintRow[]> {
  if (file === null) return [];
  try {
    const data: unknown = JSON.parse(await readFile(file, 'utf8'));
    return footprintsCheck()(data) ? data : [];
  } catch {
    return [];
  }
}
