import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT_CODES, flushFolderToDisk } from '../../../../platform/index.ts';
import type { ChainServerConfig } from '../../config/index.ts';
import { ChainCommandError } from '../chain-refusal.ts';
import { findCluster, type HostCluster, runAsSuperuser, setClusterAside } from './cluster.ts';
import type { HostComputer } from './host-computer.ts';
import { toAsideName } from './host-files.ts';
import type { LocalTill } from './local-till.ts';
import { getProcessConfigFile } from './process-config.ts';
import { stopProcess } from './process-service.ts';

/**
 * Whether the till went from the sandbox to production and a new chain is begun for it, as `isWanted`
 * says. Throws if the chain of this computer stays and is for another environment than the till: its
 * process would upload payments of one environment to the server of the other.
 */
export function isTrialReplaced(
  till: LocalTill | null,
  config: ChainServerConfig | null,
  isWanted: boolean,
): boolean {
  if (till === null || config?.environment === undefined) return false;
  const { environment } = till.settings;
  if (config.environment === environment) return false;
  const isTrialOver = config.environment === 'sandbox' && environment === 'production';
  if (!isTrialOver) throw toOtherEnvironment(config.environment, environment);
  if (isWanted) return true;
  throw new ChainCommandError(
    EXIT_CODES.database,
    'The chain of this computer is for the sandbox, and its till is now set up for production. Nothing was changed. To begin a chain for production, run this again with --pin FILE, --credentials FILE and --replace: the chain of the sandbox is then set aside, not deleted.',
  );
}

/** Stops the chain, and renames everything of it. Run again after an interruption, it continues. */
export async function setTrialAside(
  computer: HostComputer,
  write: (text: string) => void,
): Promise<void> {
  const cluster = await findCluster(computer);
  await stopProcess(computer);
  if (cluster !== null) {
    const name = await setClusterAside(computer, cluster);
    write(
      `The database of the sandbox was set aside as the cluster ${cluster.version}/${name}. Once it is not needed any more: pg_dropcluster ${cluster.version} ${name}\n`,
    );
  }
  // The configuration last: it says that there is a chain of the sandbox.
  for (const path of [
    join(computer.processFolder, 'uploads.jsonl'),
    join(computer.settingsFolder, 'host'),
    getProcessConfigFile(computer),
  ]) {
    if (!existsSync(path)) continue;
    await rename(path, toAsideName(path));
    await flushFolderToDisk(join(path, '..'));
  }
}

/**
 * Gives the chain the environment of this computer's till, once. Otherwise the first till that reports
 * would, which may be another one.
 */
export async function claimEnvironment(
  computer: HostComputer,
  cluster: HostCluster,
  database: string,
  environment: string,
): Promise<void> {
  const claimed = await runAsSuperuser(
    computer,
    cluster,
    `INSERT INTO chain.environment (name) VALUES ('${environment}') ON CONFLICT DO NOTHING;
    SELECT name FROM chain.environment;`,
    database,
  );
  if (claimed.trim() !== environment) throw toOtherEnvironment(claimed.trim(), environment);
}

function toOtherEnvironment(ofChain: string, ofTill: string): ChainCommandError {
  return new ChainCommandError(
    EXIT_CODES.database,
    `The chain of this computer is for ${ofChain}, and its till is set up for ${ofTill}. Set the till up for ${ofChain} again (F7, Environment), and run this again.`,
  );
}
