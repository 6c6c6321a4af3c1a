import { sampleRecord } from '../../records/testing/sample-record.ts';
import { foreignDocument, foreignText } from './foreign-files.ts';
import { importFiles } from './index.ts';

test.each([
  ['k6', 'metric_name,timestamp,metric_value,check\nws_connecting,1790000000,1.204,\n'],
  ['k6', '{"type":"Metric","data":{"name":"ws_msgs_sent","type":"counter"},"metric":"ws_msgs_sent"}\n'],
  ['k6', '{"metric":"http_reqs","type":"Metric","data":{}}\n'],
  ['Gatling', 'RUN\tEchoSimulation\techosimulation\t1790000000000\t \t3.9.5\n'],
  ['HdrHistogram', '       Value     Percentile TotalCount 1/(1-Percentile)\n'],
  ['HdrHistogram', '#[Histogram log format version 1.3]\n'],
  ['wrk', 'Running 10s test @ http://127.0.0.1:4000/\n  2 threads and 10 connections\n'],
  ['ApacheBench', 'This is ApacheBench, Version 2.3\n'],
  ['JMeter', 'timeStamp,elapsed,label,responseCode\n'],
  ['JMeter', '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n'],
  ['Locust', 'Type,Name,Request Count,Failure Count\n'],
])('a text of %s is named', (tool, text) => {
  expect(foreignText(text)).toMatch(new RegExp(`^is .* of ${tool}; Outcry reads its own run records`));
});

test.each([
  ['k6', { metrics: {}, root_group: {} }],
  ['Artillery', { aggregate: {}, intermediate: [] }],
  ['autocannon', { url: 'http://h', connections: 10, latency: {}, requests: {}, errors: 0 }],
  ['Vegeta', { latencies: {}, bytes_in: {}, status_codes: {} }],
])('a document of %s is named, alone and in a list', (tool, data) => {
  for (const each of [data, [data]]) {
    const [refusal] = importFiles([{ name: 'x.json', data: each }], null).refused;
    expect(refusal!.problem).toContain(` of ${tool}; Outcry reads`);
  }
});

test('our own files are none of others', () => {
  const record = sampleRecord();
  expect(foreignDocument(record)).toBeNull();
  expect(foreignText(JSON.stringify(record))).toBeNull();
  expect(foreignText(JSON.stringify({ type: 'a', name: 'b' }))).toBeNull();
  for (const other of [null, 7, 'x', []]) expect(foreignDocument(other)).toBeNull();
});
