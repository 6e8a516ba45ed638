import { hostname, userInfo } from 'node:os';
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { describeProblem } from '../../../shared/i18n/index.ts';
import { FIRST_LANGUAGE } from '../../../shared/locales/index.ts';
import { PROVISIONED_BY_FLEET } from '../../counter/staff/index.ts';
import { parseProvisioning } from '../../settings/index.ts';
import {
  type ComputerEntry,
  getMachineFilePath,
  type MachineFile,
  readMachineFile,
} from './machine-file.ts';
import { isMachineFile, type MachineFolder } from './machine-folder.ts';
import { toPolicy } from './policy.ts';
import { createPolicyWatch } from './policy-watch.ts';
import type { FleetPorts } from './ports.ts';
import { hasSecretsFile, mergeSecrets, SECRETS_FILE } from './secrets-file.ts';

/** What of the program's life the machine-wide files have a say in. */
export interface Fleet {
  /**
   * Before anything is opened: why this account on this computer is not to open this till; null if it
   * may. The files may not be readable, or others may write them: that stops only an empty profile.
   */
  findForeignTillProblem(): Promise<Problem | null>;
  /**
   * Once the till is open, or there is none: sets an empty profile up, takes what changed of the
   * policy, and goes on looking. The problem of a set-up ends the start: nothing else was there.
   */
  start(): Promise<Result<null>>;
  /** Looks at once whether the files have changed; it does so by itself every half minute. */
  poll(): Promise<void>;
  /** A problem for whoever stands in front of a till that does not start. */
  formatProblem(problem: Problem): Promise<string>;
  stop(): void;
}

export function createFleet(ports: FleetPorts): Fleet {
  const { host, settings, machine, log } = ports;
  const account = ports.account ?? getCurrentAccount();
  const computer = ports.computer ?? hostname();
  const isEmpty = (): boolean => settings.ok && settings.value.active() === null;

  const watch = createPolicyWatch({
    ...ports,
    computerHere: computer,
    read: () => readVerifiedFile(machine, computer),
    isOurs: (file) => isSameAccount(file.account, account),
  });

  /** Whose the till of this computer is; null if it may be this one. */
  const strangerTo = (file: MachineFile): Problem | null => {
    const here = file.forComputer;
    const active = settings.ok ? settings.value.active() : null;
    if (active !== null && active.chainName !== file.chainName) return null;
    if (!isSameAccount(file.account, account)) {
      // Another account's own till of another number was here before, and goes on.
      const isOther = active !== null && active.posNumber !== here?.posNumber;
      return isOther ? null : toMachineFileProblem('other-account', file.account);
    }
    if (here === null) return toMachineFileProblem('other-computer', computer);
    if (active === null || active.posNumber === here.posNumber) return null;
    return toMachineFileProblem('other-till', here.posNumber);
  };

  const setUp = async ({ provisioning, posNumber }: ComputerEntry): Promise<Result<null>> => {
    const whole = await mergeSecrets(machine, provisioning);
    if (!whole.ok) return whole;
    const parsed = parseProvisioning({ ...whole.value, posNumber });
    if ('problem' in parsed) return fail(parsed.problem);
    const kept = await host.provision(parsed.value, machine.folder, PROVISIONED_BY_FLEET);
    if (!kept.ok) return kept;
    host.adoptPolicy(toPolicy(provisioning));
    log.info({ account, computer, posNumber }, 'fleet: till set up from machine file');
    return ok(null);
  };

  return {
    findForeignTillProblem: async () => {
      const read = await readMachineFile(machine, computer);
      // What cannot be read says of nobody whose the till is.
      if (!read.ok || read.value === null) return null;
      const stranger = strangerTo(read.value);
      if (stranger === null) return null;
      // Whoever may write the file could otherwise keep a shop from opening.
      const isSafe = await validateFileAccess(machine);
      return isSafe.ok || isEmpty() ? stranger : null;
    },
    start: async () => {
      if (isEmpty()) {
        const read = await readVerifiedFile(machine, computer);
        if (!read.ok) return read;
        const file = read.value;
        // A folder that somebody named is not where this computer's till belongs.
        const isIts = file !== null && ports.requestedProfile === file.profile;
        if (isIts && file.forComputer !== null) {
          const done = await setUp(file.forComputer);
          if (!done.ok) return done;
        }
      }
      if (host.policy() !== null && hasSecretsFile(machine)) {
        host.notices.noteFileLeft(SECRETS_FILE);
      }
      watch.start();
      return ok(null);
    },
    formatProblem: async (problem) => {
      const read = await readMachineFile(machine, computer);
      const named = read.ok ? read.value?.language : undefined;
      const kept = settings.ok ? settings.value.language() : null;
      const { happened, next } = describeProblem(problem, named ?? kept ?? FIRST_LANGUAGE);
      return `${happened} ${next}`;
    },
    poll: watch.poll,
    stop: watch.stop,
  };
}

/** With the question who could have written it; null if there is none. */
async function readVerifiedFile(
  machine: MachineFolder,
  computer: string,
): Promise<Result<MachineFile | null>> {
  const read = await readMachineFile(machine, computer);
  if (read.ok && read.value === null) return read;
  const isSafe = await validateFileAccess(machine);
  return isSafe.ok ? read : isSafe;
}

async function validateFileAccess(machine: MachineFolder): Promise<Result<null>> {
  const path = getMachineFilePath(machine);
  const safe = await isMachineFile(path, machine);
  return safe.ok ? ok(null) : fail(toMachineFileProblem('writable', path));
}

function toMachineFileProblem(
  reason: Extract<Problem, { kind: 'machine-file' }>['reason'],
  name: string,
): Extract<Problem, { kind: 'machine-file' }> {
  return { kind: 'machine-file', reason, name };
}

/** Windows knows no case in names, and may be told the domain. */
function isSameAccount(named: string, account: string): boolean {
  if (process.platform !== 'win32') return named === account;
  const own = account.toLowerCase();
  const domain = (process.env.USERDOMAIN ?? '').toLowerCase();
  return [own, `${domain}\\${own}`, `.\\${own}`].includes(named.toLowerCase());
}

function getCurrentAccount(): string {
  try {
    return userInfo().username;
  } catch {
    // The system has no name for it.
    return String(process.getuid?.() ?? '');
  }
}
