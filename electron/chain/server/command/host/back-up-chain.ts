import { existsSync, lstatSync } from 'node:fs';
import { copyFile, lchown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  createFolderSync,
  flushFolderToDisk,
  getBackupsFolder,
} from '../../../../platform/index.ts';
import { withDefaultSettings } from '../../../../settings/index.ts';
import { HOST_DATABASE } from './admin-login.ts';
import { listBackupRecipients } from './backup-key.ts';
import {
  type ArchiveAbout,
  type ArchiveLock,
  type ArchivePart,
  packChainArchive,
  unpackChainArchive,
} from './chain-archive.ts';
import { findCluster, getClusterArguments, type HostCluster, runAsSuperuser } from './cluster.ts';
import type { HostComputer } from './host-computer.ts';
import { getHostFile, readHostFile } from './host-files.ts';
import { readHostState } from './host-state.ts';
import { readLocalTill } from './local-till.ts';
import { getProcessConfigFile } from './process-config.ts';

const BACKUP_NAME = /^mostrador-chain-.*\.tar\.age$/;
const UNFINISHED_BACKUP_NAME = /^mostrador-chain-.*\.tar\.age\.part$/;
const DAY_MS = 86_400_000;
/** Without a till that says how many copies it keeps. */
const DEFAULT_COPIES = 14;

/** Makes the daily backup, and deletes the oldest ones beyond the number of the till's. Returns its path. */
export async function backUpChain(computer: HostComputer, version: string): Promise<string> {
  const state = readHostState(computer);
  const cluster = await findCluster(computer);
  if (state === null || cluster === null)
    throw new Error('This computer has no chain yet. Run mostrador-cli chain host first.');
  const place = getBackupPlace(computer, state.profileFolder);
  const { folder, copies } = place;
  await createBackupFolder(place);
  const recipients = await listBackupRecipients(computer, state.profileFolder);
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `mostrador-chain-${time}.tar.age`);
  const lock: ArchiveLock = { kind: 'keys', recipients };
  await writeChainArchive(computer, cluster, { file, lock, version });
  await noteBackup(computer, cluster);
  await deleteOldCopies(folder, copies);
  return file;
}

/** Writes a complete archive, which was opened and read again before it gets its name. */
export async function writeChainArchive(
  computer: HostComputer,
  cluster: HostCluster,
  {
    file,
    lock,
    version,
    onComplete,
  }: {
    readonly file: string;
    readonly lock: ArchiveLock;
    readonly version: string;
    /** Runs once the archive is complete, before it gets its name. */
    readonly onComplete?: () => Promise<void>;
  },
): Promise<void> {
  const temporaryFile = `${file}.part`;
  await rm(temporaryFile, { force: true });
  await withWorkFolder(computer, async (folder) => {
    await collectParts(computer, cluster, folder, {
      format: 1,
      madeAt: new Date().toISOString(),
      version,
      isMove: lock.kind === 'passphrase',
    });
    await packChainArchive(folder, temporaryFile, lock);
    const keys =
      lock.kind === 'passphrase'
        ? [lock.passphrase]
        : [(readHostFile(computer, 'backupKey') ?? '').trim()];
    await unpackChainArchive(temporaryFile, join(folder, 'check'), keys);
  });
  await onComplete?.();
  await rename(temporaryFile, file);
  await flushFolderToDisk(join(file, '..'));
}

/**
 * Runs with a folder that only the administrator can read, and deletes it afterwards; what an interrupted
 * run left is deleted by the first run a day later.
 */
export async function withWorkFolder<T>(
  { workFolder }: HostComputer,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  createFolderSync(workFolder, 0o700);
  await deleteAbandoned(workFolder, /^backup-/, 'folders');
  const folder = await mkdtemp(join(workFolder, 'backup-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface BackupPlace {
  readonly folder: string;
  /** How many are kept. */
  readonly copies: number;
  /** Whether it is in a folder of the till's settings, which may be on a disk that is not connected. */
  readonly isInChosenFolder: boolean;
}

/** Beside the till's backups; on a computer without a till, beside the process's own files. */
function getBackupPlace(computer: HostComputer, profileFolder: string | null): BackupPlace {
  const till = profileFolder === null ? null : readLocalTill(profileFolder);
  if (till === null || profileFolder === null)
    return {
      folder: join(computer.workFolder, 'backups'),
      copies: DEFAULT_COPIES,
      isInChosenFolder: false,
    };
  const { backup } = withDefaultSettings(till.settings);
  const chosenFolder = backup?.folder ?? null;
  return {
    folder: join(chosenFolder ?? getBackupsFolder(profileFolder), 'chain'),
    copies: backup?.keep ?? DEFAULT_COPIES,
    isInChosenFolder: chosenFolder !== null,
  };
}

async function collectParts(
  computer: HostComputer,
  cluster: HostCluster,
  folder: string,
  about: ArchiveAbout,
): Promise<void> {
  const getPath = (part: ArchivePart): string => join(folder, part);
  await writeFile(getPath('about.json'), JSON.stringify(about), { mode: 0o600 });
  const copies: readonly (readonly [source: string, part: ArchivePart])[] = [
    [getHostFile(computer, 'authority'), 'authority.pem'],
    [getHostFile(computer, 'admin'), 'admin.json'],
    [getProcessConfigFile(computer), 'chain.json'],
    [join(computer.settingsFolder, 'service-ca.pem'), 'service-ca.pem'],
    [join(computer.processFolder, 'uploads.jsonl'), 'uploads.jsonl'],
  ];
  for (const [source, part] of copies)
    if (existsSync(source)) await copyFile(source, getPath(part));
  const connection = getClusterArguments(computer, cluster);
  const account = computer.databaseAccount;
  const dump = ['pg_dump', ...connection, '--format=custom', HOST_DATABASE];
  await computer.run(dump, { outputFile: getPath('chain.dump'), account });
  const roles = await computer.run(['pg_dumpall', ...connection, '--roles-only'], { account });
  const superuser = (await runAsSuperuser(computer, cluster, 'SELECT current_user;')).trim();
  await writeFile(getPath('roles.sql'), removeSuperuser(roles, superuser), { mode: 0o600 });
}

/** The cluster that the roles are restored into has its superuser already. */
function removeSuperuser(sql: string, superuser: string): string {
  const ofSuperuser = new RegExp(`^(CREATE|ALTER) ROLE "?${superuser}"?[ ;]`);
  return sql
    .split('\n')
    .filter((line) => !ofSuperuser.test(line))
    .join('\n');
}

/**
 * Another account may own the folder, as on each disk whose file system knows no owners: whoever can
 * write there can delete the backups, and read none.
 */
async function createBackupFolder({ folder, isInChosenFolder }: BackupPlace): Promise<void> {
  const parent = dirname(folder);
  if (!existsSync(parent)) {
    if (isInChosenFolder)
      throw new Error(
        `${parent}, the folder of the till's backups, is not there. Connect its disk, or choose another folder in the till's settings, and run this again.`,
      );
    createFolderSync(parent, 0o700);
    // The till makes its own backups there.
    const { uid, gid } = lstatSync(dirname(parent));
    await lchown(parent, uid, gid);
  }
  createFolderSync(folder, 0o700);
  // A link would lead root's files elsewhere.
  if (lstatSync(folder).isDirectory()) return;
  throw new Error(`${folder} must be a folder, not a link. Move it away, and run this again.`);
}

/** Tells `chain status` and the owner's screen when the last backup succeeded. */
async function noteBackup(computer: HostComputer, cluster: HostCluster): Promise<void> {
  const note = "SELECT chain.set_note_v1('backup', '{}');";
  await runAsSuperuser(computer, cluster, note, HOST_DATABASE);
}

/** From then on a backup can be late. A time that is noted already stays. */
export async function noteFirstBackupDue(
  computer: HostComputer,
  cluster: HostCluster,
): Promise<void> {
  const note =
    "INSERT INTO chain.office_notes (name, at, note) VALUES ('backup', now(), '{}') ON CONFLICT DO NOTHING;";
  await runAsSuperuser(computer, cluster, note, HOST_DATABASE);
}

async function deleteOldCopies(folder: string, copies: number): Promise<void> {
  await deleteAbandoned(folder, UNFINISHED_BACKUP_NAME, 'files');
  const names = (await readdir(folder)).filter((name) => BACKUP_NAME.test(name)).toSorted();
  for (const name of names.slice(0, -copies)) await rm(join(folder, name), { force: true });
}

/**
 * Only what is older than a day: another run may be writing the rest. Whole folders only where nobody
 * else can put links into them.
 */
async function deleteAbandoned(
  folder: string,
  pattern: RegExp,
  kind: 'files' | 'folders',
): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => pattern.test(entry))) {
    const path = join(folder, name);
    // The run that made it may delete it at any moment.
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory() !== (kind === 'folders')) continue;
    const isOld = Date.now() - stats.mtimeMs > DAY_MS;
    if (isOld) await rm(path, { recursive: kind === 'folders', force: true });
  }
}
