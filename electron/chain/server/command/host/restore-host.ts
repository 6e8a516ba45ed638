import { existsSync, readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderSync, EXIT_CODES } from '../../../../platform/index.ts';
import { ChainCommandError } from '../chain-refusal.ts';
import { HOST_DATABASE } from './admin-login.ts';
import { assertRestorable, assertSpaceForRestore } from './assert-restorable.ts';
import { type HostAuthority, parseAuthority } from './authority.ts';
import { withWorkFolder } from './back-up-chain.ts';
import { type ArchiveAbout, type ArchivePart, unpackChainArchive } from './chain-archive.ts';
import {
  findCluster,
  findOrCreateCluster,
  getClusterArguments,
  type HostCluster,
  runAsSuperuser,
  setClusterAside,
  startCluster,
} from './cluster.ts';
import { chooseHostAddress } from './host-address.ts';
import type { HostComputer } from './host-computer.ts';
import { giveFile, readHostFile, writeHostFile, writeSystemFile } from './host-files.ts';
import { type HostState, readHostState, writeHostState } from './host-state.ts';
import { installPostgres } from './install-postgres.ts';
import { getProcessConfigFile } from './process-config.ts';
import { ensureProcessAccount, stopProcess } from './process-service.ts';

/** Within it, the file of a move is taken to be restored for the first time. */
const MAX_MOVE_MS = 3 * 86_400_000;

export interface RestoreOptions {
  readonly archiveFile: string;
  /** The owner's recovery key, or the passphrase of a move; null to use only this computer's key. */
  readonly unlockKey: string | null;
  /** Whether a chain of this computer is set aside. */
  readonly replacesChain: boolean;
  /** Asked for a chain that was moved away: whether no other computer has it. */
  readonly isRestoredNowhere: () => Promise<boolean>;
  readonly address: string | undefined;
}

/**
 * Puts a backup in place of the chain's database, on this computer or on another one. `setUpHost` then
 * does the rest. A database that is there is renamed and kept; an interrupted restore is begun again.
 */
export async function restoreHost(
  computer: HostComputer,
  options: RestoreOptions,
  write: (text: string) => void,
): Promise<void> {
  const state = readHostState(computer);
  const address = chooseHostAddress(options.address, state?.address ?? null);
  await withWorkFolder(computer, async (folder) => {
    const parts = join(folder, 'parts');
    await assertSpaceForRestore(computer, options.archiveFile);
    const keys = [readHostFile(computer, 'backupKey')?.trim() ?? null, options.unlockKey];
    const about = await unpackChainArchive(
      options.archiveFile,
      parts,
      keys.filter((key) => key !== null),
    );
    const authority = parseAuthority(readFileSync(join(parts, 'authority.pem'), 'utf8'));
    assertSameChain(computer, authority);
    await assertOnlyHere(state, about, options);
    const version = await installPostgres(computer, write);
    await assertRestorable(computer, version, join(parts, 'chain.dump'));
    const existing = await findCluster(computer);
    const port = existing?.port ?? state?.port ?? null;
    if (state !== null) await writeHostState(computer, { ...state, port });
    const uploadsAreUnknown =
      !hasOwnJournal(computer, state, join(parts, 'uploads.jsonl')) && !isRecentMove(about);
    if (existing !== null) await removeCluster(computer, existing, state, options, write);
    const profileFolder = state?.profileFolder ?? null;
    const movedAt = state?.movedAt ?? null;
    await installParts(computer, parts, { address, profileFolder, port, movedAt });
    const cluster = await findOrCreateCluster(computer, version, port);
    await startCluster(computer, cluster, authority, address);
    await restoreDatabase(computer, cluster, parts);
    await noteRestore(computer, cluster, uploadsAreUnknown);
    await ensureProcessAccount(computer);
    await installJournal(computer, join(parts, 'uploads.jsonl'));
    const restored = readHostState(computer);
    if (restored !== null)
      await writeHostState(computer, { ...restored, movedAt: null, isRestoring: false });
    write(`The backup of ${about.madeAt} was restored.\n`);
    write(
      `With it, ${getProcessConfigFile(computer)} has the service's keys and the password of the daily file's server as they were then. If they were changed since, give the newer ones: sudo mostrador-cli chain host --credentials FILE\n`,
    );
  });
}

function assertSameChain(computer: HostComputer, { certificatePem }: HostAuthority): void {
  const stored = readHostFile(computer, 'authority');
  if (stored === null || parseAuthority(stored).certificatePem === certificatePem) return;
  throw new ChainCommandError(
    EXIT_CODES.database,
    'The backup is of another chain than the one of this computer. Restore it on another computer.',
  );
}

/**
 * After a move, only an archive of the other computer brings the chain back: any other one would begin a
 * second chain beside the one that went there.
 */
async function assertOnlyHere(
  state: HostState | null,
  { madeAt }: ArchiveAbout,
  { archiveFile, isRestoredNowhere }: RestoreOptions,
): Promise<void> {
  const movedAt = state?.movedAt ?? null;
  if (movedAt === null || madeAt > movedAt || (await isRestoredNowhere())) return;
  throw new ChainCommandError(
    EXIT_CODES.database,
    `The chain was taken to another computer on ${movedAt}, and ${archiveFile} was made before, on ${madeAt}. Nothing was changed. If the chain runs there, move it from there: restored here too, both would make daily files, each with a part of the sales. If no other computer has it, add --restored-nowhere; or bring the chain back as it was when it left: mostrador-cli chain move --cancel.`,
  );
}

/** An incomplete cluster of an interrupted restore has nothing that the backup lacks. */
async function removeCluster(
  computer: HostComputer,
  cluster: HostCluster,
  state: HostState | null,
  { archiveFile, replacesChain }: RestoreOptions,
  write: (text: string) => void,
): Promise<void> {
  if (state?.isRestoring === true) {
    await computer.run(['pg_dropcluster', '--stop', cluster.version, computer.clusterName]);
    return;
  }
  if (!replacesChain && state?.movedAt == null) {
    throw new ChainCommandError(
      EXIT_CODES.database,
      `This computer has a chain already, and nothing was changed. What it has and ${archiveFile} lacks would be missing until the tills send it again. To restore all the same, add --replace: the present database is then set aside, not deleted.`,
    );
  }
  await stopProcess(computer);
  const name = await setClusterAside(computer, cluster);
  write(
    `The present database was set aside as the cluster ${cluster.version}/${name}. Once it is not needed any more: pg_dropcluster ${cluster.version} ${name}\n`,
  );
}

async function installParts(
  computer: HostComputer,
  parts: string,
  state: Omit<HostState, 'isRestoring'>,
): Promise<void> {
  const read = (part: ArchivePart): string => readFileSync(join(parts, part), 'utf8');
  await writeHostState(computer, { ...state, isRestoring: true });
  await writeHostFile(computer, 'authority', read('authority.pem'));
  await writeHostFile(computer, 'admin', read('admin.json'));
  await writeSystemFile(getProcessConfigFile(computer), read('chain.json'));
  if (!existsSync(join(parts, 'service-ca.pem'))) return;
  const file = join(computer.settingsFolder, 'service-ca.pem');
  await writeSystemFile(file, read('service-ca.pem'));
  await chmod(file, 0o644);
}

async function restoreDatabase(
  computer: HostComputer,
  cluster: HostCluster,
  parts: string,
): Promise<void> {
  await runAsSuperuser(computer, cluster, readFileSync(join(parts, 'roles.sql'), 'utf8'));
  const command = [
    'pg_restore',
    ...getClusterArguments(computer, cluster),
    '--create',
    '--exit-on-error',
    '--dbname=postgres',
  ];
  const inputFile = join(parts, 'chain.dump');
  await computer.run(command, { inputFile, account: computer.databaseAccount });
}

/** Whether the chain ran here since the backup, so that this computer's journal has each upload since. */
function hasOwnJournal(
  computer: HostComputer,
  state: HostState | null,
  journalOfBackup: string,
): boolean {
  if (state === null || state.movedAt !== null || state.isRestoring) return false;
  const file = getJournalFile(computer);
  if (!existsSync(file)) return false;
  const uploads = existsSync(journalOfBackup) ? readFileSync(journalOfBackup, 'utf8') : '';
  return readFileSync(file, 'utf8').startsWith(uploads);
}

/** Whether nothing was uploaded since: the chain was closed, and has run on no other computer yet. */
function isRecentMove({ isMove, madeAt }: ArchiveAbout): boolean {
  return isMove && Date.now() - Date.parse(madeAt) < MAX_MOVE_MS;
}

/** Tells the process to wait for each till, and which uploads a person has to decide about. */
async function noteRestore(
  computer: HostComputer,
  cluster: HostCluster,
  uploadsAreUnknown: boolean,
): Promise<void> {
  const note = `SELECT chain.set_note_v1('restore', '${JSON.stringify({ uploadsAreUnknown })}');`;
  await runAsSuperuser(computer, cluster, note, HOST_DATABASE);
}

/** A journal that is there knows of later uploads than the backup: `chain start` compares them. */
async function installJournal(computer: HostComputer, source: string): Promise<void> {
  const file = getJournalFile(computer);
  if (!existsSync(source)) return;
  createFolderSync(computer.processFolder, 0o700);
  if (!existsSync(file)) await writeSystemFile(file, readFileSync(source, 'utf8'));
  await giveFile(computer, file, computer.processAccount);
}

function getJournalFile(computer: HostComputer): string {
  return join(computer.processFolder, 'uploads.jsonl');
}
