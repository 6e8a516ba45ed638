import { join } from 'node:path';
import { EXIT_CODES } from '../../../../platform/index.ts';
import { ChainCommandError } from '../chain-refusal.ts';
import { createJoinCodeText } from '../join-code-command.ts';
import { ensureAdminLogin } from './admin-login.ts';
import { loadOrCreateAuthority } from './authority.ts';
import { noteFirstBackupDue } from './back-up-chain.ts';
import { ensureBackupKey } from './backup-key.ts';
import { findCluster, findOrCreateCluster, startCluster } from './cluster.ts';
import { enrollLocalTill, hasTillJoined, removeEnrollmentFiles } from './enroll-local-till.ts';
import { chooseHostAddress } from './host-address.ts';
import type { HostComputer } from './host-computer.ts';
import { readHostFile } from './host-files.ts';
import { type HostState, readHostState, writeHostState } from './host-state.ts';
import { initDatabase } from './init-database.ts';
import { installPostgres } from './install-postgres.ts';
import { type LocalTill, readLocalTill } from './local-till.ts';
import {
  assertOwnConfig,
  composeProcessSettings,
  getProcessConfigFile,
  type HostSecrets,
  readProcessConfig,
  writeProcessConfig,
  writeServiceAuthority,
} from './process-config.ts';
import { ensureProcessAccount, startProcess, writeUnits } from './process-service.ts';
import { forbidSleep } from './sleep-settings.ts';
import { claimEnvironment, isTrialReplaced, setTrialAside } from './trial-chain.ts';

export interface HostOptions {
  readonly address: string | undefined;
  /** The profile of this computer's till; null for the one of before, or the default. */
  readonly profileFolder: string | null;
  readonly defaultProfileFolder: string;
  readonly secrets: HostSecrets;
  /** The PIN of an owner of this computer's till; null if it joined before or has to join later. */
  readonly pinFile: string | null;
  /** The version of this program, which is written into the units. */
  readonly version: string;
  /** The chain's name for this shop; by default the name in the till's settings. */
  readonly shop: string | undefined;
  /** Whether a chain of the sandbox is set aside for a till that is in production. */
  readonly replacesTrial: boolean;
  /** Whether a person sees what is written: a QR code is written too. */
  readonly isScreen: boolean;
}

/**
 * Sets up the chain on this computer, step by step. Each step leaves alone what a run before has done, so
 * that an interrupted set-up is continued by running it again; only the process is restarted.
 */
export async function setUpHost(
  computer: HostComputer,
  options: HostOptions,
  write: (text: string) => void,
): Promise<void> {
  const state = readHostState(computer);
  if (state !== null) assertUsable(state);
  const profileFolder = chooseProfileFolder(options, state);
  const till = readLocalTill(profileFolder);
  const address = chooseHostAddress(options.address, state?.address ?? null);
  // Everything that a person has to give is checked before anything is changed.
  const authorityBefore = state === null ? null : await loadOrCreateAuthority(computer);
  const storedConfig = await readProcessConfig(computer);
  if (till === null && storedConfig === null) throw toTillMissing(profileFolder);
  assertNoTraining(till);
  const isNew = isTrialReplaced(till, storedConfig, options.replacesTrial);
  const [configBefore, ca] = isNew ? [null, null] : [storedConfig, authorityBefore?.certificatePem];
  assertOwnConfig(computer, configBefore, ca ?? null);
  const settings = composeProcessSettings(computer, till, options.secrets, configBefore);
  assertInNoOtherChain(till, ca ?? '');
  if (isNew && options.pinFile === null) throw toPinMissing();

  const version = await installPostgres(computer, write);
  if (isNew) await setTrialAside(computer, write);
  await assertDatabaseThere(computer);
  await writeHostState(computer, {
    address,
    // Also without a till: one that is set up there later has the backups beside its own.
    profileFolder,
    port: isNew ? null : (state?.port ?? null),
    movedAt: null,
    isRestoring: false,
  });
  const authority = await loadOrCreateAuthority(computer);
  const cluster = await findOrCreateCluster(computer, version);
  await startCluster(computer, cluster, authority, address);
  const admin = await ensureAdminLogin(computer, cluster, authority, address);
  await initDatabase(computer, cluster, admin);
  await noteFirstBackupDue(computer, cluster);
  write(`The database runs on this computer: ${address}, port ${cluster.port}.\n`);

  if (settings.environment !== undefined)
    await claimEnvironment(computer, cluster, admin.database, settings.environment);
  await ensureProcessAccount(computer);
  await ensureBackupKey(computer);
  await writeServiceAuthority(computer, till?.settings.caPem);
  await writeProcessConfig(computer, admin, settings, configBefore);
  await writeUnits(computer, cluster, options.version);
  await forbidSleep(computer);
  await startProcess(computer);
  write('The process that makes the daily file runs as the service mostrador-chain.\n');
  write('This computer does not suspend or hibernate any more. Leave it on, also at night.\n');

  if (till !== null && !hasTillJoined(till, admin.ca)) {
    if (options.pinFile === null) throw toPinMissing();
    const shop = options.shop ?? till.settings.shop.name;
    await enrollLocalTill(computer, cluster, admin, till, { pinFile: options.pinFile, shop });
    write(`The till of this computer has joined, with POS number ${till.settings.posNumber}.\n`);
    if (till.settings.reconciliation?.uploads === true) {
      write(
        "It still sends the daily file of today itself, and the chain's begin with tomorrow's: what a till that sends none sells today is in no file.\n",
      );
    }
  }
  // Also those of a run that was interrupted after the till had joined.
  if (till !== null) removeEnrollmentFiles(computer, till.profileFolder);
  const server = { host: address, port: cluster.port };
  if (state !== null && state.address !== address) {
    write(
      `The address was ${state.address}, and is ${address} now: on every other till, an owner has to type the code below.\n`,
    );
  }
  write(`\n${await createJoinCodeText(admin, server, options.isScreen)}`);
}

/** The folder of before, unless it has no till. */
function chooseProfileFolder(options: HostOptions, state: HostState | null): string {
  if (options.profileFolder !== null) return options.profileFolder;
  const previous = state?.profileFolder ?? null;
  if (previous !== null && readLocalTill(previous) !== null) return previous;
  return options.defaultProfileFolder;
}

function assertUsable({ movedAt, isRestoring }: HostState): void {
  if (isRestoring) {
    throw new ChainCommandError(
      EXIT_CODES.later,
      'A restore was interrupted. Run it again: mostrador-cli chain host --restore FILE',
    );
  }
  if (movedAt === null) return;
  throw new ChainCommandError(
    EXIT_CODES.database,
    `The chain was taken to another computer on ${movedAt}. Run this there. If it never ran there, bring it back with mostrador-cli chain move --cancel.`,
  );
}

/** A set-up never replaces a missing database, such as of an interrupted restore, by an empty one. */
async function assertDatabaseThere(computer: HostComputer): Promise<void> {
  if ((await findCluster(computer)) !== null || readHostFile(computer, 'admin') === null) return;
  const files = [
    join(computer.settingsFolder, 'host'),
    getProcessConfigFile(computer),
    join(computer.processFolder, 'uploads.jsonl'),
  ];
  throw new ChainCommandError(
    EXIT_CODES.database,
    `The database of this computer's chain is missing. Run the restore again (mostrador-cli chain host --restore FILE), or restore the latest backup that way; pg_lsclusters shows what a restore set aside. To begin a new chain instead, move these away, as far as they are there: ${files.join(', ')}.`,
  );
}

function assertNoTraining(till: LocalTill | null): void {
  if (till?.settings.environment !== 'training') return;
  throw new Error(
    'The till of this computer is in training, and a chain is for real tills. Set it up first (F7, Environment), and run this again.',
  );
}

/** `hasTillJoined` throws if it belongs to another chain. */
function assertInNoOtherChain(till: LocalTill | null, ca: string): void {
  if (till !== null) hasTillJoined(till, ca);
}

function toTillMissing(profileFolder: string): Error {
  return new Error(
    `There is no till in ${profileFolder}. Set Mostrador up on this computer, and run this again; or name the folder of its profile with --profile.`,
  );
}

function toPinMissing(): ChainCommandError {
  return new ChainCommandError(
    EXIT_CODES.notAllowed,
    'The till of this computer has not joined yet, which an owner must allow. Open Mostrador, write a file such as {"cashierId": "carmen", "pin": "…"}, and run this again with --pin FILE: it continues.',
  );
}
