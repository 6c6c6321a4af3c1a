/** The manifests are valid, fit together, and run nothing as root. Needs no cluster. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../system/root.ts';
import { kubernetesFaults, type Manifest } from './testing/kubernetes-schema.ts';

interface Container {
  name: string;
  image: string;
  env?: { valueFrom?: { configMapKeyRef?: { name: string; key: string } } }[];
  ports?: { name: string }[];
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: object;
  volumeMounts: { name: string }[];
}

interface Volume {
  name: string;
  persistentVolumeClaim?: { claimName: string };
  hostPath?: object;
}

interface Pod {
  automountServiceAccountToken: boolean;
  securityContext: object;
  containers: Container[];
  volumes: Volume[];
}

interface Deployment extends Manifest {
  spec: {
    selector: { matchLabels: Record<string, string> };
    template: { metadata: { labels: Record<string, string> }; spec: Pod };
  };
}

interface Service extends Manifest {
  spec: { type: string; selector: Record<string, string>; ports: { targetPort: string }[] };
}

const FOLDER = join(ROOT, 'docker', 'kubernetes');
const KUSTOMIZATION = 'kustomization.yml';
const files = readdirSync(FOLDER).filter((file) => file !== KUSTOMIZATION);
const documents = files.flatMap((file) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => document.toJS() as Manifest),
);
const ofKind = <T extends Manifest>(kind: string): T[] => documents.filter((one): one is T => one.kind === kind);
const deployments = ofKind<Deployment>('Deployment');
const pods = deployments.map(({ spec }) => spec.template.spec);
const containers = pods.flatMap((pod) => pod.containers);
const names = (kind: string): string[] => ofKind(kind).map(({ metadata }) => metadata.name);

test('each is what Kubernetes says that its kind is, and a slip of the pen would be seen', () => {
  expect(documents.length).toBeGreaterThan(5);
  expect(documents.flatMap(kubernetesFaults)).toEqual([]);
  const changed = (from: string, to: string): Manifest[] =>
    deployments.map((one) => JSON.parse(JSON.stringify(one).replace(from, to)) as Manifest);
  expect(changed('"replicas":', '"replica":').flatMap(kubernetesFaults)[0]).toContain(
    'Deployment.spec.replica is no field',
  );
  expect(changed('"drop":', '"dropped":').flatMap(kubernetesFaults)[0]).toContain('capabilities.dropped is no field');
  expect(
    changed('"readOnlyRootFilesystem":true', '"readOnlyRootFilesystem":"yes"').flatMap(kubernetesFaults),
  ).not.toEqual([]);
  expect(changed('"containers":', '"container":').flatMap(kubernetesFaults)).not.toEqual([]);
  expect(kubernetesFaults({ ...documents[0]!, kind: 'Nonsense' })).toEqual([
    expect.stringContaining('without a check'),
  ]);
});

test('no pod is root or can become it, has a capability, writes what is not named, or speaks to the cluster', () => {
  expect(pods.length).toBeGreaterThanOrEqual(3);
  for (const pod of pods) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(Object.keys(pod).filter((field) => field.startsWith('host'))).toEqual([]);
    expect(pod.volumes.filter(({ hostPath }) => hostPath !== undefined)).toEqual([]);
  }
  for (const { securityContext } of containers) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
  expect(ofKind<Service>('Service').map(({ spec }) => spec.type)).toEqual(['ClusterIP', 'ClusterIP']);
});

test('each container says what it needs, and how much memory it may have', () => {
  const said = containers.map(({ resources }) => [Object.keys(resources.requests), 'memory' in resources.limits]);
  expect(said).toEqual(containers.map(() => [['cpu', 'memory'], true]));
});

test('what they name is there: pods, ports, volumes, settings, images with their versions', () => {
  for (const { spec } of deployments) expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  for (const { spec } of ofKind<Service>('Service')) {
    const [behind] = deployments.filter(({ spec: { selector } }) =>
      Object.entries(spec.selector).every(([name, value]) => selector.matchLabels[name] === value),
    );
    const ports = behind!.spec.template.spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name));
    expect(ports).toEqual(expect.arrayContaining(spec.ports.map(({ targetPort }) => targetPort)));
  }
  for (const pod of pods) {
    const mounted = pod.containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
    expect(mounted.sort()).toEqual(pod.volumes.map(({ name }) => name).sort());
  }
  const claims = pods.flatMap(({ volumes }) => volumes.flatMap((one) => one.persistentVolumeClaim?.claimName ?? []));
  expect(claims).toEqual(names('PersistentVolumeClaim'));
  const settings = containers.flatMap(({ env = [] }) =>
    env.flatMap((one) => one.valueFrom?.configMapKeyRef?.name ?? []),
  );
  expect(settings).toEqual(names('ConfigMap'));
  const { resources, images, namespace } = parse(readFileSync(join(FOLDER, KUSTOMIZATION), 'utf8')) as {
    resources: string[];
    images: { name: string; newTag: string }[];
    namespace: string;
  };
  expect(resources.sort()).toEqual(files.sort());
  expect(names('Namespace')).toEqual([namespace]);
  expect(images.map(({ name }) => name).sort()).toEqual(containers.map(({ image }) => image).sort());
  expect(images.filter(({ newTag }) => !/^\d+\.\d+\.\d+$/.test(newTag))).toEqual([]);
});

test('no token is in them: that of the workers is a Secret of the cluster, in a file', () => {
  expect(ofKind('Secret')).toEqual([]);
  const worker = pods.flatMap(({ volumes }) => volumes).filter((volume) => 'secret' in volume);
  expect(worker).toMatchObject([{ secret: { secretName: 'outcry-join-token', defaultMode: 0o440 } }]);
});
