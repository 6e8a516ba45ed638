import { hostname, userInfo } from 'node:os';
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { describeProblem } from '../../../shared/i18n/index.ts';
import { DEFAULT_LANGUAGE } from '../../../shared/locales/index.ts';
import { PROVISIONED_BY_FLEET } from '../../counter/staff/index.ts';
import { parseProvisioning } from '../../settings/index.ts';
import {
  getMachineFilePath,
  type MachineFile,
  type MachineFileComputer,
  readMachineFile,
} from './machine-file.ts';
import { isInProtectedMachineFolder, type MachineFolder } from './machine-folder.ts';
import { toFleetPolicy } from './policy.ts';
import { createFleetPolicyWatcher } from './policy-watch.ts';
import type { FleetPorts } from './ports.ts';
import { addSecretsFromSecretsFile, hasSecretsFile, SECRETS_FILE } from './secrets-file.ts';

/** Sets up and updates a till from the machine-wide files. */
export interface FleetSetup {
  /**
   * Call it before anything is opened: returns why this account on this computer may not open this
   * till; null if it may. If the files cannot be read, or others can write them, only an empty
   * profile is stopped.
   */
  findForeignTillProblem(): Promise<Problem | null>;
  /**
   * Call it once the till is open, or there is none: sets an empty profile up, applies changes of
   * the policy, and starts polling. A problem of the set-up ends the start, because there is no
   * till to open.
   */
  start(): Promise<Result<null>>;
  /** Checks now whether the files have changed; this also happens every half minute. */
  poll(): Promise<void>;
  /** Formats a problem for the person in front of a till that does not start. */
  formatStartProblem(problem: Problem): Promise<string>;
  stop(): void;
}

export function createFleetSetup(ports: FleetPorts): FleetSetup {
  const { host, settings, machineFolder, log } = ports;
  const account = ports.accountName ?? getCurrentAccount();
  const computerName = ports.computerName ?? hostname();
  const isEmpty = (): boolean => settings.ok && settings.value.getActiveTillSettings() === null;

  const watch = createFleetPolicyWatcher({
    ...ports,
    computerName,
    readMachineFile: () => readVerifiedFile(machineFolder, computerName),
    isForThisAccount: (file) => isSameAccount(file.account, account),
  });

  /** Returns why this till does not belong to this account and computer; null if it may. */
  const findForeignProblem = (file: MachineFile): Problem | null => {
    const entry = file.computerEntry;
    const active = settings.ok ? settings.value.getActiveTillSettings() : null;
    if (active !== null && active.chainName !== file.chainName) return null;
    if (!isSameAccount(file.account, account)) {
      // A till with another number that another account set up before stays usable.
      const isOtherTill = active !== null && active.posNumber !== entry?.posNumber;
      return isOtherTill ? null : toMachineFileProblem('other-account', file.account);
    }
    if (entry === null) return toMachineFileProblem('other-computer', computerName);
    if (active === null || active.posNumber === entry.posNumber) return null;
    return toMachineFileProblem('other-till', entry.posNumber);
  };

  const setUp = async ({ provisioning, posNumber }: MachineFileComputer): Promise<Result<null>> => {
    const merged = await addSecretsFromSecretsFile(machineFolder, provisioning);
    if (!merged.ok) return merged;
    const parsed = parseProvisioning({ ...merged.value, posNumber });
    if ('problem' in parsed) return fail(parsed.problem);
    const provisioned = await host.provision(
      parsed.value,
      machineFolder.folder,
      PROVISIONED_BY_FLEET,
    );
    if (!provisioned.ok) return provisioned;
    host.adoptFleetPolicy(toFleetPolicy(provisioning));
    log.info(
      { account, computer: computerName, posNumber },
      'fleet: till set up from machine file',
    );
    return ok(null);
  };

  return {
    findForeignTillProblem: async () => {
      const read = await readMachineFile(machineFolder, computerName);
      // An unreadable file does not tell whose the till is.
      if (!read.ok || read.value === null) return null;
      const problem = findForeignProblem(read.value);
      if (problem === null) return null;
      // Otherwise anyone who can write the file could keep a shop from opening.
      const access = await validateFileAccess(machineFolder);
      return access.ok || isEmpty() ? problem : null;
    },
    start: async () => {
      if (isEmpty()) {
        const read = await readVerifiedFile(machineFolder, computerName);
        if (!read.ok) return read;
        const file = read.value;
        // A profile chosen with --profile is not the till of this computer.
        const isOwnProfile = file !== null && ports.requestedProfile === file.profile;
        if (isOwnProfile && file.computerEntry !== null) {
          const setUpResult = await setUp(file.computerEntry);
          if (!setUpResult.ok) return setUpResult;
        }
      }
      if (host.getFleetPolicy() !== null && hasSecretsFile(machineFolder)) {
        host.notices.setLeftoverSecretsFile(SECRETS_FILE);
      }
      watch.start();
      return ok(null);
    },
    formatStartProblem: async (problem) => {
      const read = await readMachineFile(machineFolder, computerName);
      const fileLanguage = read.ok ? read.value?.language : undefined;
      const settingsLanguage = settings.ok ? settings.value.getLanguage() : null;
      const { title, action } = describeProblem(
        problem,
        fileLanguage ?? settingsLanguage ?? DEFAULT_LANGUAGE,
      );
      return `${title} ${action}`;
    },
    poll: watch.poll,
    stop: watch.stop,
  };
}

/** Reads the file and checks who can write it; null if there is none. */
async function readVerifiedFile(
  machine: MachineFolder,
  computer: string,
): Promise<Result<MachineFile | null>> {
  const read = await readMachineFile(machine, computer);
  if (read.ok && read.value === null) return read;
  const access = await validateFileAccess(machine);
  return access.ok ? read : access;
}

async function validateFileAccess(machine: MachineFolder): Promise<Result<null>> {
  const path = getMachineFilePath(machine);
  const isProtected = await isInProtectedMachineFolder(path, machine);
  return isProtected.ok ? ok(null) : fail(toMachineFileProblem('writable', path));
}

function toMachineFileProblem(
  reason: Extract<Problem, { kind: 'machine-file' }>['reason'],
  name: string,
): Extract<Problem, { kind: 'machine-file' }> {
  return { kind: 'machine-file', reason, name };
}

/** On Windows, account names ignore case and may include the domain. */
function isSameAccount(accountName: string, account: string): boolean {
  if (process.platform !== 'win32') return accountName === account;
  const ownName = account.toLowerCase();
  const domain = (process.env.USERDOMAIN ?? '').toLowerCase();
  return [ownName, `${domain}\\${ownName}`, `.\\${ownName}`].includes(accountName.toLowerCase());
}

function getCurrentAccount(): string {
  try {
    return userInfo().username;
  } catch {
    // The account has no name.
    return String(process.getuid?.() ?? '');
  }
}
