import { existsSync, readFileSync } from 'node:fs';
import type { OwnCluster } from '../../support/postgres/index.ts';
import { listProcesses } from '../../support/postgres/server.ts';

const TICK_MS = 10;

/** Why `readProcessorMs` cannot be used here; null if it can. */
export function getProcessorTimeUnavailableReason(): string | null {
  return existsSync('/proc/self/stat') ? null : 'it reads processor times from /proc, of Linux';
}

/**
 * Milliseconds of processor time that this process, its ended child processes, and all processes of
 * a cluster have used. On a busy machine, differences of it are steadier than times of a clock.
 */
export function readProcessorMs({ server }: Pick<OwnCluster, 'server'>): number {
  const pids = [process.pid, ...listProcesses(server.folder)];
  return pids.reduce((sum, pid) => sum + readTicks(pid), 0) * TICK_MS;
}

/** After the program's name: fields 12 to 15 are the ticks of the process and of its ended children. */
function readTicks(pid: number): number {
  const file = `/proc/${pid}/stat`;
  // A connection may have ended since its process was listed: the server has its time then.
  if (!existsSync(file)) return 0;
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}
