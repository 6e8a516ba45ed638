import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

/** Debian has a folder for each version; other systems put the programs into the PATH. */
const DEBIAN_SERVER_PATTERN = '/usr/lib/postgresql/*/bin/postgres';
/** The chain's schema needs at least version 15. */
const MIN_POSTGRES_VERSION = 15;

export function postgresUnavailableReason(): string | null {
  if (process.platform === 'win32') return 'the tests start PostgreSQL only on Unix';
  if (findBinariesFolder() === null) {
    return `this test needs PostgreSQL ${MIN_POSTGRES_VERSION} or newer: apt-get install postgresql`;
  }
  if (isRoot() && !hasAccount())
    return 'PostgreSQL does not run as root, and this system has no account for it';
  return null;
}

/** Returns why the test cannot create a small disk that fills up; null if it can. */
export function smallDiskUnavailableReason(): string | null {
  const mountResult = isRoot()
    ? spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'small', '/mnt'])
    : null;
  return mountResult?.status === 0 ? null : 'only root may mount a small disk (unshare -m)';
}

export function getProgramPath(
  name: 'initdb' | 'postgres' | 'pg_basebackup' | 'pg_ctl' | 'pg_dump' | 'pg_restore' | 'psql',
): string {
  const binariesFolder = findBinariesFolder();
  const reason = postgresUnavailableReason();
  if (binariesFolder === null || reason !== null) throw new Error(reason ?? 'no PostgreSQL');
  return `${binariesFolder}/${name}`;
}

/** Returns the command prefix that runs a command as the account that PostgreSQL accepts. */
export function getServerUserCommand(): readonly string[] {
  if (!isRoot()) return [];
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'];
}

/** The server's account must not read files in the home folder of the user who runs the tests. */
export function getServerEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, HOME: '/nowhere' };
}

export function runCommand(command: readonly string[]): string {
  const [program = '', ...args] = [...getServerUserCommand(), ...command];
  const env = getServerEnvironment();
  return execFileSync(program, args, { env, encoding: 'utf8', stdio: 'pipe', cwd: '/' });
}

/** Gives a folder or file to the account that runs the server. */
export function giveToServer(path: string): void {
  if (isRoot()) execFileSync('chown', ['-R', 'postgres:', path]);
}

/** `TILL_POSTGRES` selects the folder of another version. */
function findBinariesFolder(): string | null {
  if (process.env.TILL_POSTGRES !== undefined) return process.env.TILL_POSTGRES;
  const installedServers = globSync(DEBIAN_SERVER_PATTERN)
    .map((file) => ({ file, version: Number(/(\d+)\/bin/.exec(file)?.[1]) }))
    .toSorted((first, second) => second.version - first.version);
  const newest = installedServers[0];
  if (newest !== undefined)
    return newest.version >= MIN_POSTGRES_VERSION ? dirname(newest.file) : null;
  const pgConfig = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const folder = pgConfig.status === 0 ? pgConfig.stdout.trim() : '';
  return existsSync(`${folder}/postgres`) ? folder : null;
}

function isRoot(): boolean {
  return userInfo().uid === 0;
}

function hasAccount(): boolean {
  return spawnSync('id', ['-u', 'postgres']).status === 0;
}
