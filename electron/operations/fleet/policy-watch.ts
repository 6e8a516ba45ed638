import { statSync } from 'node:fs';
import type { Problem, Result } from '../../../shared/contract/index.ts';
import { createSerialQueue } from '../../platform/index.ts';
import { getMachineFilePath, type MachineFile } from './machine-file.ts';
import { buildFleetPolicyPatch, toFleetPolicy } from './policy.ts';
import type { FleetPorts } from './ports.ts';
import { addChainPasswordFromSecretsFile, hasSecretsFile, SECRETS_FILE } from './secrets-file.ts';

/** Polls the machine-wide file for changes, and applies its policy to the till. */
export interface FleetPolicyWatcher {
  start(): void;
  /** Polls immediately. */
  poll(): Promise<void>;
  stop(): void;
}

/** Cheap: one stat of one file. */
const POLL_INTERVAL_MS = 30_000;
/** A patch that the service or a printer refused is retried: they may have been unreachable. */
const RETRY_DELAY_MS = 10 * 60_000;

export function createFleetPolicyWatcher(
  ports: FleetPorts & {
    readonly readMachineFile: () => Promise<Result<MachineFile | null>>;
    readonly isForThisAccount: (file: MachineFile) => boolean;
    readonly computerName: string;
  },
): FleetPolicyWatcher {
  const { host, machineFolder, clock, log } = ports;
  let cancel: (() => void) | null = null;
  let isRunning = false;
  /** The state of the file at the last poll, and when to retry. */
  let lastState: string | null = null;
  let retryAt = Number.POSITIVE_INFINITY;

  const refuse = (problem: Problem): void => {
    log.warn({ problem }, 'fleet: machine file rejected, previous settings kept');
    host.notices.setRejectedStartupRequest({ option: 'machine-file', problem });
  };

  const applyFile = async (): Promise<void> => {
    const read = await ports.readMachineFile();
    if (!read.ok) return refuse(read.problem);
    const file = read.value;
    const before = host.getFleetPolicy();
    const entry = file?.computerEntry ?? null;
    if (file === null || before === null || !ports.isForThisAccount(file)) return;
    if (entry === null) {
      return refuse({ kind: 'machine-file', reason: 'other-computer', name: ports.computerName });
    }
    // Another environment is in use now; its till was not set up from this file.
    if (entry.provisioning.environment !== host.till()?.settings.environment) return;
    const policy = toFleetPolicy(entry.provisioning);
    const changed = buildFleetPolicyPatch(before, policy);
    if (changed === null) return host.notices.clearRejectedStartupRequest('machine-file');
    const patch = await addChainPasswordFromSecretsFile(machineFolder, changed);
    if (!patch.ok) return refuse(patch.problem);
    const report = await host.applyPatch({
      patch: patch.value,
      policy,
      folder: machineFolder.folder,
      approval: null,
      isInMachineFolder: true,
      isCheckOnly: false,
    });
    if (report.kind !== 'refused') {
      log.info({ changed: report.changed }, 'fleet: policy applied');
      return host.notices.clearRejectedStartupRequest('machine-file');
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
    const state = readFileState(getMachineFilePath(machineFolder));
    if (state !== lastState || clock.now() >= retryAt) {
      lastState = state;
      retryAt = Number.POSITIVE_INFINITY;
      if (state !== null) await applyFile();
    }
    if (host.getFleetPolicy() === null) return;
    if (hasSecretsFile(machineFolder)) host.notices.setLeftoverSecretsFile(SECRETS_FILE);
    else if (host.notices.getWarning().fileLeft === SECRETS_FILE)
      host.notices.setLeftoverSecretsFile(null);
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
