/** What Kubernetes itself says of its kinds of documents: its published schemas, as the package kubernetes-models has them. */
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as namespace } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Namespace';
import { validate as claim } from 'kubernetes-models/_schemas/IoK8sApiCoreV1PersistentVolumeClaim';
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';

/** A document of a manifest. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
}

/** A validator as ajv writes them: what it found the last time is on the function. */
interface Validate {
  (data: unknown): boolean;
  errors?: { instancePath?: string; message?: string }[] | null;
}

const KINDS: Record<string, Validate> = {
  'apps/v1 Deployment': deployment,
  'v1 ConfigMap': configMap,
  'v1 Namespace': namespace,
  'v1 PersistentVolumeClaim': claim,
  'v1 Service': service,
};

/**
 * `value` as it is, but every field that is asked for is taken out of `unread`. The schemas let pass what they do not know, and so never
 * ask for it.
 */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, watched(field, `${path}.${name}`, unread)]),
  );
  for (const name of Object.keys(value)) unread.add(`${path}.${name}`);
  return new Proxy(Array.isArray(value) ? Object.values(fields) : fields, {
    get(target, name, receiver) {
      unread.delete(`${path}.${String(name)}`);
      return Reflect.get(target, name, receiver);
    },
  });
}

/** What is wrong with a document, and the fields in it that Kubernetes does not know; empty when nothing is. */
export function kubernetesFaults(document: Manifest): string[] {
  const { apiVersion, kind, metadata } = document;
  const validate = KINDS[`${apiVersion} ${kind}`];
  if (validate === undefined) return [`${apiVersion} ${kind}: a kind that nobody checks`];
  const unread = new Set<string>();
  if (!validate(watched(document, kind, unread))) {
    const place = ({ instancePath = '', message = 'is wrong' }) =>
      `${kind} ${metadata.name}${instancePath}: ${message}`;
    return (validate.errors ?? []).map(place);
  }
  // Of a field that is not known nothing within is asked for either.
  const outermost = [...unread].filter((field) => !unread.has(field.slice(0, field.lastIndexOf('.'))));
  return outermost.map((field) => `${field} is no field that Kubernetes knows`);
}
