import { type EnvironmentName, fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { Secrets } from '../../../settings/index.ts';
import { type ChainSettings, createChainLogin } from './chain-login.ts';
import { createEnvironmentLogins } from './environment-logins.ts';

/** Whether a till with these settings would get in, and is a till there. Changes nothing. */
export async function validateChainLogin(
  chain: ChainSettings,
  { environment, secrets }: { readonly environment: EnvironmentName; readonly secrets: Secrets },
  log: Log,
): Promise<Result<null>> {
  const door = createChainLogin({
    chain: () => chain,
    secrets: async () => secrets,
    changeSecrets: async () => ok(null),
    log,
  });
  const entered = await createEnvironmentLogins(environment, door).connectToQuery();
  if (!entered.ok) {
    log.warn({ problem: entered.problem }, 'chain-login: validation could not connect');
    return fail({ kind: 'chain', reason: entered.problem.kind });
  }
  try {
    const { readSyncPosition } = await import('../protocol/index.ts');
    const known = await readSyncPosition(entered.value);
    if (known.ok) return ok(null);
    log.warn({ problem: known.problem }, 'chain-login: validation could not read sync position');
    return fail({ kind: 'chain', reason: known.problem.kind });
  } finally {
    await entered.value.end();
  }
}
