import { execFileSync } from 'node:child_process';
import { getProgramPath, getServerEnvironment } from './binaries.ts';
import type { Cluster } from './cluster.ts';

/** Returns a backup of a database, as `pg_dump` makes it: without the logins of the server. */
export function dumpDatabase(cluster: Cluster, name: string): Buffer {
  return run(cluster, 'pg_dump', ['--format=custom', name]);
}

/** Replaces a database by a backup of it, and ends its sessions. */
export async function restoreDatabase(
  cluster: Cluster,
  name: string,
  backup: Buffer,
): Promise<void> {
  await cluster.getDatabase(name).drop();
  run(cluster, 'pg_restore', ['--create', '--exit-on-error', '--dbname=postgres'], backup);
}

function run(
  { host, port, superuser }: Cluster,
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  input?: Buffer,
): Buffer {
  const address = { PGHOST: host, PGPORT: String(port), PGSSLMODE: 'require' };
  const login = { PGUSER: superuser.user, PGPASSWORD: superuser.password };
  return execFileSync(getProgramPath(program), args, {
    env: { ...getServerEnvironment(), ...address, ...login },
    input,
    maxBuffer: 64 * 1024 * 1024,
  });
}
