import type { Log } from '../../../platform/index.ts';
import { type ChainConnection, type ChainProblem, connectChain } from '../../client/index.ts';
import { SCHEMA_VERSION } from '../../schema/index.ts';
import type { OfficeConfig } from '../config/index.ts';
import { formatChainProblem, isTransient } from './chain-refusal.ts';

/**
 * Tries each login of the configuration once. Returns a text if a login can never work; null if all
 * work, or if the database is unreachable: it may start later than this computer.
 */
export async function probeLogins(config: OfficeConfig, log: Log): Promise<string | null> {
  const { hosts, database, ca, maker, hook } = config;
  for (const login of [maker, hook].filter((login) => login !== undefined)) {
    const connected = await connectChain({ hosts, database, ca, ...login });
    const problem = connected.ok ? await findSchemaProblem(connected.value) : connected.problem;
    if (problem === null) continue;
    if (!isTransient(problem)) return `${login.user}: ${formatChainProblem(problem)}`;
    log.warn(
      { user: login.user, problem: formatChainProblem(problem) },
      'chain-process: login probe failed, database unreachable',
    );
  }
  return null;
}

async function findSchemaProblem(connection: ChainConnection): Promise<ChainProblem | null> {
  const { host } = connection;
  const result = await connection.query('SELECT chain.version_v1() AS version');
  await connection.end();
  if (!result.ok) return result.problem;
  const version = Number(result.value[0]?.version);
  if (version === SCHEMA_VERSION) return null;
  const detail = `its schema has version ${version}, this program needs ${SCHEMA_VERSION}`;
  const kind = version < SCHEMA_VERSION ? 'older' : 'newer';
  return { kind, detail, sqlState: null, host };
}
