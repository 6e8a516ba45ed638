import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type ChainAddress, computeScramVerifier } from '../../../client/index.ts';
import type { HostAuthority } from './authority.ts';
import { type HostCluster, runAsSuperuser } from './cluster.ts';
import type { HostComputer } from './host-computer.ts';
import { readHostFile, writeHostFile } from './host-files.ts';

/** The name of the chain's database, in its own cluster. */
export const HOST_DATABASE = 'chain';
/** Creates the database, its roles and the logins; no superuser. */
const ADMIN_USER = 'mostrador_host';

const adminFileSchema = z.object({ user: z.string(), password: z.string() });

/**
 * Returns the address of the database for this computer itself, with the administrator's login; creates
 * that login, and writes it with the tills' address into the file for `--admin`.
 */
export async function ensureAdminLogin(
  computer: HostComputer,
  cluster: HostCluster,
  authority: HostAuthority,
  address: string,
): Promise<ChainAddress> {
  const stored = readHostFile(computer, 'admin');
  const { user, password } =
    stored === null
      ? { user: ADMIN_USER, password: randomBytes(24).toString('base64url') }
      : adminFileSchema.parse(JSON.parse(stored));
  const ca = authority.certificatePem;
  // Stored before it is set: if this is interrupted, the next run sets the same one.
  const hosts = [`${address}:${cluster.port}`];
  await writeHostFile(computer, 'admin', { hosts, user, password, ca });
  const rights = 'LOGIN CREATEDB CREATEROLE';
  await runAsSuperuser(
    computer,
    cluster,
    `SELECT format('CREATE ROLE %I ${rights}', '${user}')
      WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${user}') \\gexec
    ALTER ROLE ${user} ${rights} PASSWORD '${computeScramVerifier(password)}';`,
  );
  return { ...toLocalAddress(cluster, ca), user, password };
}

/** The database's address for programs of this computer, which stays when its network changes. */
export function toLocalAddress({ port }: HostCluster, ca: string) {
  return { hosts: [`127.0.0.1:${port}`], database: HOST_DATABASE, ca };
}
