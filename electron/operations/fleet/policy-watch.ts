import { statSync } from 'node:fs';
import type { Problem, Result } from '../../../shared/contract/index.ts';
import { createSerialQueue } from '../../platform/index.ts';
import { getMachineFilePath, type MachineFile } from './machine-file.ts';
import { buildPolicyPatch, toPolicy } from './policy.ts';
import type { FleetPorts } from './ports.ts';
import { hasSecretsFile, mergeChainPassword, SECRETS_FILE } from './secrets-file.ts';

/** Looks whether the machine-wide file has changed, and has the till take what is policy in it. */
export interface PolicyWatch {
  start(): void;
  /** At once, and not only at the next of its times. */
  poll(): Promise<void>;
  stop(): void;
}

/** A stat of one file. */
const POLL_INTERVAL_MS = 30_000;
/** What the service or a printer refused is tried again: they may have been away. */
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
  /** The state of the file that was dealt with, and from when on it is tried again. */
  let seen: string | null = null;
  let tryAgainAt = Number.POSITIVE_INFINITY;

  const refuse = (problem: Problem): void => {
    log.warn({ problem }, 'fleet: machine file rejected, previous settings kept');
    host.notices.noteRefused({ option: 'machine-file', problem });
  };

  const take = async (): Promise<void> => {
    const read = await ports.read();
    if (!read.ok) return refuse(read.problem);
    const file = read.value;
    const before = host.policy();
    const here = file?.forComputer ?? null;
    if (file === null || before === null || !ports.isOurs(file)) return;
    if (here === null) {
      return refuse({ kind: 'machine-file', reason: 'other-computer', name: ports.computerHere });
    }
    // Another environment is in use for now; its till never heard of this file.
    if (here.provisioning.environment !== host.till()?.settings.environment) return;
    const policy = toPolicy(here.provisioning);
    const changed = buildPolicyPatch(before, policy);
    if (changed === null) return host.notices.forgetRefused('machine-file');
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
      return host.notices.forgetRefused('machine-file');
    }
    if (report.why === 'busy') {
      // A payment is out, or not resolved: what was asked waits for it.
      log.info({ problem: report.problem }, 'fleet: policy deferred, till busy');
      tryAgainAt = clock.now();
      return;
    }
    if (report.why === 'proof') tryAgainAt = clock.now() + RETRY_DELAY_MS;
    refuse(report.problem);
  };

  const inTurn = createSerialQueue();
  const look = async (): Promise<void> => {
    const state = readFileState(getMachineFilePath(machine));
    if (state !== seen || clock.now() >= tryAgainAt) {
      seen = state;
      tryAgainAt = Number.POSITIVE_INFINITY;
      if (state !== null) await take();
    }
    if (host.policy() === null) return;
    if (hasSecretsFile(machine)) host.notices.noteFileLeft(SECRETS_FILE);
    else if (host.notices.warned().fileLeft === SECRETS_FILE) host.notices.noteFileLeft(null);
  };

  const lookInTurn = async (): Promise<void> => {
    try {
      await inTurn(look);
    } catch (error) {
      log.error({ err: error }, 'fleet: machine file poll failed');
    }
  };

  const turn = async (): Promise<void> => {
    await lookInTurn();
    if (isRunning) cancel = clock.after(POLL_INTERVAL_MS, () => void turn());
  };

  return {
    start: () => {
      isRunning = true;
      void turn();
    },
    poll: lookInTurn,
    stop: () => {
      isRunning = false;
      cancel?.();
    },
  };
}

/** Changes whenever the file does; null if there is none. */
function readFileState(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return null;
  return [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
}
