import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

/** Debian keeps the programs of each version apart; others put them into the path. */
const DEBIAN = '/usr/lib/postgresql/*/bin/postgres';
/** What one cannot do without: 15 is the oldest that the chain's schema is written for. */
const MIN_POSTGRES_VERSION = 15;

export function postgresUnavailableReason(): string | null {
  if (process.platform === 'win32') return 'PostgreSQL is started by its tests on Unix alone';
  if (findBinariesFolder() === null) {
    return `this test needs PostgreSQL ${MIN_POSTGRES_VERSION} or newer: apt-get install postgresql`;
  }
  if (isRoot() && !hasAccount()) return 'PostgreSQL does not run as root, and has no account here';
  return null;
}

/** Why no disk can be made that is soon full; null where one can. */
export function smallDiskUnavailableReason(): string | null {
  const tried = isRoot()
    ? spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'small', '/mnt'])
    : null;
  return tried?.status === 0 ? null : 'only root may mount a small disk (unshare -m)';
}

export function getProgramPath(
  name: 'initdb' | 'postgres' | 'pg_basebackup' | 'pg_ctl' | 'psql',
): string {
  const found = findBinariesFolder();
  const why = postgresUnavailableReason();
  if (found === null || why !== null) throw new Error(why ?? 'no PostgreSQL');
  return `${found}/${name}`;
}

/** The words before a command that make it run as the account that PostgreSQL accepts. */
export function getServerUserCommand(): readonly string[] {
  if (!isRoot()) return [];
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'];
}

/** Its account may not read what whoever runs the tests keeps at home. */
export function getServerEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, HOME: '/nowhere' };
}

export function runCommand(command: readonly string[]): string {
  const [program = '', ...words] = [...getServerUserCommand(), ...command];
  const env = getServerEnvironment();
  return execFileSync(program, words, { env, encoding: 'utf8', stdio: 'pipe', cwd: '/' });
}

/** Hands a folder or file to the account that the server runs as. */
export function giveToServer(path: string): void {
  if (isRoot()) execFileSync('chown', ['-R', 'postgres:', path]);
}

/** Those of another version are named by the environment. */
function findBinariesFolder(): string | null {
  if (process.env.TILL_POSTGRES !== undefined) return process.env.TILL_POSTGRES;
  const found = globSync(DEBIAN)
    .map((file) => ({ file, version: Number(/(\d+)\/bin/.exec(file)?.[1]) }))
    .toSorted((one, other) => other.version - one.version);
  const newest = found[0];
  if (newest !== undefined)
    return newest.version >= MIN_POSTGRES_VERSION ? dirname(newest.file) : null;
  const inPath = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const bin = inPath.status === 0 ? inPath.stdout.trim() : '';
  return existsSync(`${bin}/postgres`) ? bin : null;
}

function isRoot(): boolean {
  return userInfo().uid === 0;
}

function hasAccount(): boolean {
  return spawnSync('id', ['-u', 'postgres']).status === 0;
}
