/** Rights of a container's first process and its writable paths, read from its own /proc. Pure. */

export interface Confinement {
  /** The lowest of the process's four user ids: 0 means that one is root's. */
  user: number;
  /** Its capability sets that are not empty, by the kernel's names, such as `CapBnd`. */
  capabilities: string[];
  /** True if its children cannot gain rights. */
  noNewPrivileges: boolean;
  rootReadOnly: boolean;
  /** Writable mount points, sorted, without those that the engine mounts into every container. */
  writable: string[];
}

/** Mounts of the engine in every container: devices, kernel files, and three files about names. */
const ENGINE_MOUNTS = /^\/(proc|sys|dev)(\/|$)|^\/etc\/(hosts|hostname|resolv\.conf)$/;

/** The values of a line `name:` of /proc/PID/status. */
function valuesOf(status: string, name: string): string[] {
  const line = status.split('\n').find((one) => one.startsWith(`${name}:`));
  if (line === undefined) throw new Error(`/proc/1/status has no ${name}`);
  return line
    .slice(name.length + 1)
    .trim()
    .split(/\s+/);
}

interface Mount {
  path: string;
  writable: boolean;
}

/** A line of /proc/PID/mountinfo (proc_pid_mountinfo(5)): options of the mount in field 6, of its file system at the end. */
function mountOf(line: string): Mount {
  const [before, after] = line.split(' - ');
  const [, , , , path, options] = before!.split(' ');
  const has = (list: string | undefined) => list?.split(',').includes('rw') ?? false;
  const octal = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 8));
  return { path: path!.replace(/\\(\d{3})/g, octal), writable: has(options) && has(after?.split(' ').at(-1)) };
}

/**
 * @param status text of the container's /proc/1/status
 * @param mountinfo text of its /proc/1/mountinfo
 */
export function readConfinement(status: string, mountinfo: string): Confinement {
  // Of two mounts at one path the later one counts.
  const mounts = new Map(
    mountinfo
      .trim()
      .split('\n')
      .map(mountOf)
      .map((mount) => [mount.path, mount.writable]),
  );
  const capabilities = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'];
  return {
    user: Math.min(...valuesOf(status, 'Uid').map(Number)),
    capabilities: capabilities.filter((name) => !/^0+$/.test(valuesOf(status, name)[0]!)),
    noNewPrivileges: valuesOf(status, 'NoNewPrivs')[0] === '1',
    rootReadOnly: mounts.get('/') === false,
    writable: [...mounts]
      .filter(([path, writable]) => writable && path !== '/' && !ENGINE_MOUNTS.test(path))
      .map(([path]) => path)
      .sort(),
  };
}
