import type { Log } from '../../../platform/index.ts';
import type { TillSecrets } from '../../../settings/index.ts';
import { type ChainSettings, createTemporaryChainLogin } from './chain-login.ts';

/**
 * Ends the login of a till that has left this chain, so that no daily file waits for the till.
 * Returns false if the database did not confirm it: then `chain retire` must end it. Without
 * `hasSentAll` the file of the day still waits for what is missing, until its time is over.
 */
export async function retireOwnLogin(
  chain: ChainSettings,
  { secrets, hasSentAll }: { readonly secrets: TillSecrets | null; readonly hasSentAll: boolean },
  log: Log,
): Promise<boolean> {
  const connected = await createTemporaryChainLogin(chain, secrets, log).connect();
  if (!connected.ok) {
    log.warn({ problem: connected.problem }, 'chain-login: leaving till could not connect');
    return false;
  }
  try {
    const retired = await connected.value.query('SELECT chain.leave_v1($1)', [hasSentAll]);
    if (!retired.ok)
      log.warn({ problem: retired.problem }, 'chain-login: leaving till was not retired');
    return retired.ok;
  } finally {
    await connected.value.end();
  }
}
