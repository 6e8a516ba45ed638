import type { ChainAddress } from '../../../client/index.ts';
import { initChain } from '../../../schema/index.ts';
import { toInitRefusal } from '../init-command.ts';
import { type HostCluster, runAsSuperuser } from './cluster.ts';
import type { HostComputer } from './host-computer.ts';

/**
 * Creates the database with its roles and tables, or upgrades it, and revokes what `chain init` cannot
 * without a superuser.
 */
export async function initDatabase(
  computer: HostComputer,
  cluster: HostCluster,
  admin: ChainAddress,
): Promise<void> {
  const result = await initChain(admin);
  if (!result.ok) throw toInitRefusal(result.problem);
  for (const { sql } of result.value.unrevokedPrivileges)
    await runAsSuperuser(computer, cluster, `${sql};`, admin.database);
}
