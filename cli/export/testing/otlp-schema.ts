/**
 * The message MetricsData of opentelemetry/proto/metrics/v1, as far as exports use it, as a JSON Schema of its JSON form: names in
 * lowerCamelCase, 64-bit integers as decimal strings, one field of each oneof, enumerations as numbers.
 */
const message = (properties: Record<string, object>, required: readonly string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...more,
});
const list = (items: object) => ({ type: 'array', items });
const oneOf = (...names: string[]) => ({ oneOf: names.map((name) => ({ required: [name] })) });

const text = { type: 'string' };
const double = { type: 'number' };
const integer64 = { type: 'string', pattern: '^-?\\d{1,19}$' };
const unsigned64 = { type: 'string', pattern: '^\\d{1,20}$' };

const anyValue = message(
  { stringValue: text, boolValue: { type: 'boolean' }, intValue: integer64, doubleValue: double },
  [],
  oneOf('stringValue', 'boolValue', 'intValue', 'doubleValue'),
);
const attributes = list(message({ key: { type: 'string', minLength: 1 }, value: anyValue }, ['key', 'value']));
const ofAPoint = { attributes, startTimeUnixNano: unsigned64, timeUnixNano: unsigned64 };
const numberPoints = list(message({ ...ofAPoint, asDouble: double, asInt: integer64 }, [], oneOf('asDouble', 'asInt')));
const quantile = message({ quantile: { type: 'number', minimum: 0, maximum: 1 }, value: double }, ['quantile']);
const summaryPoints = list(
  message({ ...ofAPoint, count: unsigned64, sum: double, quantileValues: list(quantile) }, ['count', 'sum']),
);
const metric = message(
  {
    ...{ name: { type: 'string', minLength: 1 }, description: text, unit: text },
    gauge: message({ dataPoints: numberPoints }, ['dataPoints']),
    sum: message({
      dataPoints: numberPoints,
      aggregationTemporality: { enum: [1, 2] },
      isMonotonic: { type: 'boolean' },
    }),
    summary: message({ dataPoints: summaryPoints }, ['dataPoints']),
  },
  ['name'],
  oneOf('gauge', 'sum', 'summary'),
);
const scope = message({ name: text, version: text });
const scopeMetrics = message({ scope, metrics: list(metric) }, ['metrics']);
const resource = message({ attributes });

export const otlpSchema = message(
  { resourceMetrics: list(message({ resource, scopeMetrics: list(scopeMetrics) }, ['scopeMetrics'])) },
  ['resourceMetrics'],
);
