import { type EnvironmentName, fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { TillSecrets } from '../../../settings/index.ts';
import { type ChainSettings, createTemporaryChainLogin } from './chain-login.ts';
import { createEnvironmentCheckedConnectors } from './environment-checked-connectors.ts';

/**
 * Checks whether a till can connect with these settings and is enrolled in the chain. Changes
 * nothing.
 */
export async function validateChainLogin(
  chain: ChainSettings,
  {
    environment,
    secrets,
  }: { readonly environment: EnvironmentName; readonly secrets: TillSecrets },
  log: Log,
): Promise<Result<null>> {
  const connected = await createEnvironmentCheckedConnectors(
    environment,
    createTemporaryChainLogin(chain, secrets, log),
  ).connectForQueries();
  if (!connected.ok) {
    log.warn({ problem: connected.problem }, 'chain-login: validation could not connect');
    return fail({ kind: 'chain', reason: connected.problem.kind });
  }
  try {
    const { readRemoteSyncPosition } = await import('../../protocol/index.ts');
    const position = await readRemoteSyncPosition(connected.value);
    if (position.ok) return ok(null);
    log.warn({ problem: position.problem }, 'chain-login: validation could not read sync position');
    return fail({ kind: 'chain', reason: position.problem.kind });
  } finally {
    await connected.value.end();
  }
}
