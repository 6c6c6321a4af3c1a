import { machinesText, readMachines } from './machine-spec.ts';

test('a list names machines, how they are reached, and their workers', () => {
  expect(
    readMachines("ssh:me@lab-2*4, docker:bench*8,docker:far=my/image:1*2,exec:'kubectl run outcry-{n} --x=a,b'*16"),
  ).toEqual([
    { kind: 'ssh', target: 'me@lab-2', image: null, count: 4, text: 'ssh:me@lab-2' },
    { kind: 'docker', target: 'bench', image: null, count: 8, text: 'docker:bench' },
    { kind: 'docker', target: 'far', image: 'my/image:1', count: 2, text: 'docker:far=my/image:1' },
    {
      kind: 'exec',
      target: 'kubectl run outcry-{n} --x=a,b',
      image: null,
      count: 16,
      text: "exec:'kubectl run outcry-{n} --x=a,b'",
    },
  ]);
});

test('a machine without a number has one worker', () => {
  expect(readMachines('ssh:lab-2')).toMatchObject([{ target: 'lab-2', count: 1 }]);
});

test('a program keeps its own stars and quotes', () => {
  const [machine] = readMachines(`exec:env A="b,*2" sh -c 'sh'*3`);
  expect(machine).toMatchObject({ target: `env A="b,*2" sh -c 'sh'`, count: 3 });
});

test.each([
  ['', '"" names no machine'],
  ['lab-2', '"lab-2" names no machine'],
  ['ssh:', '"ssh:" names no machine'],
  ['ssh:lab-2,', '"" names no machine'],
  ['ssh:lab-2*0', 'must have 1 to 500 workers'],
  ['ssh:lab-2*501', 'must have 1 to 500 workers'],
  ['ssh:a*300,ssh:b*300', '600 workers are more than 500'],
  ['ssh:-oProxyCommand=x', '"-oProxyCommand=x" is no host'],
  ['ssh:lab 2', '"lab 2" is no host'],
  ['docker:=node', '"" is no context of Docker'],
  ['docker:bench=', '"" is no image'],
  ["exec:'sh", "a quote ' is not closed"],
])('%j is refused with what is expected', (text, reason) => {
  expect(() => readMachines(text)).toThrow(expect.objectContaining({ exitCode: 2 }));
  expect(() => readMachines(text)).toThrow(reason);
  expect(() => readMachines(text)).toThrow('expected ssh:HOST*4');
});

test('machines are written as they are read', () => {
  const text = "ssh:lab-2*4,docker:far=node:24,exec:'a, b'*2";
  expect(machinesText(readMachines(text))).toBe(text);
});
