import { statSync } from 'node:fs';
import type { Problem, Result } from '../../../shared/contract/index.ts';
import { createSerialQueue } from '../../platform/index.ts';
import { getMachineFilePath, type MachineFile } from './machine-file.ts';
import { buildPolicyPatch, toPolicy } from './policy.ts';
import type { FleetPorts } from './ports.ts';
import { hasSecretsFile, mergeChainPassword, SECRETS_FILE } from './secrets-file.ts';

/** Polls the machine-wide file for changes, and applies its policy to the till. */
export interface PolicyWatch {
  start(): void;
  /** Polls immediately. */
  poll(): Promise<void>;
  stop(): void;
}

/** Cheap: one stat of one file. */
const POLL_INTERVAL_MS = 30_000;
/** A patch that the service or a printer refused is retried: they may have been unreachable. */
const RETRY_DELAY_MS = 10 * 60_000;

export function createPolicyWatch(
  ports: FleetPorts & {
    readonly read: () => Promise<Result<MachineFile | null>>;
    readonly isOurs: (file: MachineFile) => boolean;
    readonly computerHere: string;
  },
): PolicyWatch {
  const { host, machine, clock, log } = ports;
  let cancel: (() => void) | null = null;
  let isRunning = false;
  /** The state of the file at the last poll, and when to retry. */
  let lastState: string | null = null;
  let retryAt = Number.POSITIVE_INFINITY;

  const refuse = (problem: Problem): void => {
    log.warn({ problem }, 'fleet: machine file rejected, previous settings kept');
    host.notices.setRejectedRequest({ option: 'machine-file', problem });
  };

  const applyFile = async (): Promise<void> => {
    const read = await ports.read();
    if (!read.ok) return refuse(read.problem);
    const file = read.value;
    const before = host.policy();
    const entry = file?.forComputer ?? null;
    if (file === null || before === null || !ports.isOurs(file)) return;
    if (entry === null) {
      return refuse({ kind: 'machine-file', reason: 'other-computer', name: ports.computerHere });
    }
    // Another environment is in use now; its till was not set up from this file.
    if (entry.provisioning.environment !== host.till()?.settings.environment) return;
    const policy = toPolicy(entry.provisioning);
    const changed = buildPolicyPatch(before, policy);
    if (changed === null) return host.notices.clearRejectedRequest('machine-file');
    const patch = await mergeChainPassword(machine, changed);
    if (!patch.ok) return refuse(patch.problem);
    const report = await host.applyPatch({
      patch: patch.value,
      policy,
      folder: machine.folder,
      approval: null,
      isFromMachine: true,
      isCheckOnly: false,
    });
    if (report.kind !== 'refused') {
      log.info({ changed: report.changed }, 'fleet: policy applied');
      return host.notices.clearRejectedRequest('machine-file');
    }
    if (report.refusalGroup === 'busy') {
      // A payment is in progress or unresolved: the change is retried at the next poll.
      log.info({ problem: report.problem }, 'fleet: policy deferred, till busy');
      retryAt = clock.now();
      return;
    }
    if (report.refusalGroup === 'proof') retryAt = clock.now() + RETRY_DELAY_MS;
    refuse(report.problem);
  };

  const runSerially = createSerialQueue();
  const checkFile = async (): Promise<void> => {
    const state = readFileState(getMachineFilePath(machine));
    if (state !== lastState || clock.now() >= retryAt) {
      lastState = state;
      retryAt = Number.POSITIVE_INFINITY;
      if (state !== null) await applyFile();
    }
    if (host.policy() === null) return;
    if (hasSecretsFile(machine)) host.notices.setLeftoverFile(SECRETS_FILE);
    else if (host.notices.getWarning().fileLeft === SECRETS_FILE)
      host.notices.setLeftoverFile(null);
  };

  const poll = async (): Promise<void> => {
    try {
      await runSerially(checkFile);
    } catch (error) {
      log.error({ err: error }, 'fleet: machine file poll failed');
    }
  };

  const pollAndSchedule = async (): Promise<void> => {
    await poll();
    if (isRunning) cancel = clock.after(POLL_INTERVAL_MS, () => void pollAndSchedule());
  };

  return {
    start: () => {
      isRunning = true;
      void pollAndSchedule();
    },
    poll,
    stop: () => {
      isRunning = false;
      cancel?.();
    },
  };
}

/** Returns a text that changes whenever the file does; null if there is none. */
function readFileState(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  return [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ');
}
