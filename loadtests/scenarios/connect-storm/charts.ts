import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';

const MB = { value: 1_000_000, unit: 'MB' };

const charts: ScenarioCharts = {
  compare: { metric: 'connect', better: 'less', words: { better: 'faster', worse: 'slower' } },
  columns: [
    { metric: 'connect', figure: 'mean', label: 'connect' },
    { metric: 'connect', figure: 'max', label: 'slowest' },
    { metric: 'connectToMessage', figure: 'mean', label: 'to message' },
    { metric: 'connectToMessage', figure: 'min', label: 'fastest' },
    { metric: 'connectToMessage', figure: 'p50', label: 'p50' },
    { metric: 'connectToMessage', figure: 'max', label: 'max' },
    { metric: 'held', figure: 'total', label: 'connected' },
    { metric: 'failed', figure: 'total', label: 'failed' },
    { metric: 'receivedByClients', figure: 'total', label: 'got the message' },
    { metric: 'serverMemory', figure: 'max', label: 'memory', per: MB },
    { metric: 'wireBytes', figure: 'total', label: 'bytes' },
    { metric: 'httpRequests', figure: 'total', label: 'HTTP requests' },
  ],
  graphs: [
    { id: 'connect', type: 'distribution', title: 'Time to connect', metrics: ['connect'] },
    { id: 'message', type: 'distribution', title: 'From connected to message', metrics: ['connectToMessage'] },
    { id: 'parts', type: 'parts', title: 'From asking to message', metrics: ['connect', 'connectToMessage'] },
    { id: 'connected', type: 'series', title: 'Connected per second', metrics: ['held'] },
    { id: 'memory', type: 'series', title: 'Server memory', metrics: ['serverMemory'], per: MB },
    { id: 'cpu', type: 'series', title: 'Server CPU', metrics: ['serverCpu'] },
    { id: 'cpu-wait', type: 'series', title: 'Server waiting for a CPU', metrics: ['serverCpuWait'] },
  ],
};

export default charts;
