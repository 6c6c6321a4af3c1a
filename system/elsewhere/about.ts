/** Makes safe what an agent says of its machine. Pure. */
import type { AgentAbout } from './messages.ts';

/** Text that a terminal shows as it is. */
export const printable = (text: unknown, most = 200): string =>
  String(text)
    .replace(/[^ -~]/g, '?')
    .slice(0, most);
const amount = (value: unknown): number =>
  Number.isFinite(value) && Number(value) >= 0 ? Math.min(Number(value), 1e15) : 0;

/** The description of a machine, made safe for terminals and records. @param about what an agent said, which may be anything */
export function checkedAbout(about: Partial<AgentAbout> | undefined): AgentAbout {
  const { name, id, cpu, cores, memoryBytes, kernel, node, addresses, pid, openFiles } = about ?? {};
  return {
    name: printable(name ?? '', 100).replaceAll(' ', '?') || 'unnamed',
    id: id === null || id === undefined ? null : printable(id),
    cpu: printable(cpu),
    cores: Math.max(1, Math.round(amount(cores))),
    memoryBytes: amount(memoryBytes),
    kernel: printable(kernel),
    node: printable(node),
    addresses: Array.isArray(addresses) ? addresses.slice(0, 100).map((address) => printable(address, 100)) : [],
    pid: Math.round(amount(pid)),
    openFiles: openFiles === null || openFiles === undefined ? null : amount(openFiles),
  };
}
