import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A control group of Linux in which programs run as on a cheap computer: a quarter of one core, and
 * 1 GB of memory. Its weight keeps other programs of this machine from taking its quarter.
 */
export interface ResourceGroup {
  /** What the group limits, in words. */
  readonly description: string;
  /** Runs the command line that is appended to it in the group. */
  readonly wrapperCommand: readonly string[];
  /** Milliseconds in which the group had used up its quarter, summed over the cores. */
  readThrottledMs(): number;
  /** Removes the group, once its programs have ended. */
  remove(): Promise<void>;
}

export type ResourceGroupResult =
  | { readonly kind: 'created'; readonly group: ResourceGroup }
  | { readonly kind: 'unavailable'; readonly reason: string };

const CGROUP_ROOT = '/sys/fs/cgroup';
/** Short: in the usual period of 100 ms, bursts of 25 ms would run at the speed of a whole core. */
const PERIOD_US = 10_000;
const QUOTA_US = PERIOD_US / 4;
const MEMORY_BYTES = 1024 ** 3;
const MAX_WEIGHT = 10_000;
/** What a busy program may get of a core before the limit counts as ineffective. */
const MAX_CORE_SHARE = 0.3;
const REMOVE_ATTEMPTS = 50;

const QUARTER = 'a quarter of one core';
const DESCRIPTIONS = {
  v2: `${QUARTER} and 1 GB of memory, by cgroup v2`,
  v1: `${QUARTER}, by cgroup v1; memory is not limited, for which cgroup v2 is needed`,
} as const;

/** Creates the group, and checks that its limit is effective. Needs root. */
export function createResourceGroup(root = CGROUP_ROOT): ResourceGroupResult {
  const version = findVersion(root);
  if (version === null) {
    return unavailable('it needs Linux with cgroup v2 and its cpu and memory controllers');
  }
  const folder = join(root, version === 'v1' ? 'cpu' : '', `mostrador-bench-${process.pid}`);
  try {
    if (version === 'v2') writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu +memory');
    mkdirSync(folder);
    for (const [name, value] of listLimits(version)) writeFileSync(join(folder, name), value);
  } catch (error) {
    removeIfEmpty(folder);
    return unavailable(`it needs root, and a cgroup that can be written (${toMessage(error)})`);
  }
  const procsFile = join(folder, 'cgroup.procs');
  const group: ResourceGroup = {
    description: DESCRIPTIONS[version],
    // The shell joins the group and becomes the program, which so never runs outside of it.
    wrapperCommand: ['sh', '-c', 'echo $$ > "$0" && exec "$@"', procsFile],
    readThrottledMs: () => parseThrottledMs(readFileSync(join(folder, 'cpu.stat'), 'utf8')),
    remove: async () => {
      // An ended program leaves its group a little later.
      for (let attempt = 1; !removeIfEmpty(folder) && attempt < REMOVE_ATTEMPTS; attempt += 1) {
        await pause(100);
      }
    },
  };
  const share = measureCoreShare(group.wrapperCommand);
  if (share <= MAX_CORE_SHARE) return { kind: 'created', group };
  removeIfEmpty(folder);
  return unavailable(
    Number.isFinite(share)
      ? `the limit has no effect here: a busy program got ${share.toFixed(2)} of a core`
      : 'no program can be started in a new cgroup here',
  );
}

function unavailable(reason: string): ResourceGroupResult {
  return { kind: 'unavailable', reason };
}

function findVersion(root: string): 'v1' | 'v2' | null {
  const controllersFile = join(root, 'cgroup.controllers');
  if (existsSync(controllersFile)) {
    const controllers = readFileSync(controllersFile, 'utf8').split(/\s+/);
    return controllers.includes('cpu') && controllers.includes('memory') ? 'v2' : null;
  }
  return existsSync(join(root, 'cpu', 'cpu.cfs_quota_us')) ? 'v1' : null;
}

/** The files of the group that limit it, and their values. */
export function listLimits(
  version: 'v1' | 'v2',
): readonly (readonly [file: string, value: string])[] {
  return version === 'v2'
    ? [
        ['cpu.max', `${QUOTA_US} ${PERIOD_US}`],
        ['cpu.weight', String(MAX_WEIGHT)],
        ['memory.max', String(MEMORY_BYTES)],
      ]
    : [
        ['cpu.cfs_period_us', String(PERIOD_US)],
        ['cpu.cfs_quota_us', String(QUOTA_US)],
        ['cpu.shares', String(MAX_WEIGHT)],
      ];
}

const BUSY_SCRIPT = `
  const startedAt = performance.now();
  const initialUsage = process.cpuUsage();
  while (performance.now() - startedAt < 1500);
  const { user, system } = process.cpuUsage(initialUsage);
  console.log((user + system) / 1000 / (performance.now() - startedAt));`;

/** Returns the part of a core that a busy program gets; infinite if it does not run. */
function measureCoreShare([command = '', ...args]: readonly string[]): number {
  const result = spawnSync(command, [...args, process.execPath, '-e', BUSY_SCRIPT], {
    encoding: 'utf8',
  });
  const share = Number.parseFloat(result.stdout);
  return result.status === 0 && Number.isFinite(share) ? share : Number.POSITIVE_INFINITY;
}

/** Reads `cpu.stat`: version 2 counts in microseconds, version 1 in nanoseconds. */
export function parseThrottledMs(stat: string): number {
  const microseconds = /^throttled_usec (\d+)$/m.exec(stat)?.[1];
  if (microseconds !== undefined) return Number(microseconds) / 1e3;
  return Number(/^throttled_time (\d+)$/m.exec(stat)?.[1]) / 1e6;
}

/** Returns whether the group is gone. */
function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return !existsSync(folder);
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
