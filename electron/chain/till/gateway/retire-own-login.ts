import { ok } from '../../../../shared/contract/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { TillSecrets } from '../../../settings/index.ts';
import type { ChainConnection, ChainResult } from '../../client/index.ts';
import { type ChainSettings, createChainLogin } from './chain-login.ts';

/**
 * Whether the chain lacks changes that this till sent, as after a restore of its database. False if the
 * database does not answer: then nothing shows it.
 */
export async function hasChainLostChanges(
  chain: ChainSettings,
  {
    secrets,
    sent,
  }: {
    readonly secrets: TillSecrets | null;
    readonly sent: { readonly epochKey: string; readonly acknowledgedChangeNumber: number };
  },
  log: Log,
): Promise<boolean> {
  const connected = await connectOnce(chain, secrets, log);
  if (!connected.ok) return false;
  try {
    const { readRemoteSyncPosition } = await import('../../protocol/index.ts');
    const position = await readRemoteSyncPosition(connected.value);
    if (!position.ok) return false;
    const { epoch_key = null, acked = 0 } = position.value ?? {};
    return epoch_key !== sent.epochKey || acked < sent.acknowledgedChangeNumber;
  } finally {
    await connected.value.end();
  }
}

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
  const connected = await connectOnce(chain, secrets, log);
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

async function connectOnce(
  chain: ChainSettings,
  secrets: TillSecrets | null,
  log: Log,
): Promise<ChainResult<ChainConnection>> {
  const login = createChainLogin({
    chain: () => chain,
    secrets: async () => secrets,
    changeSecrets: async () => ok(null),
    log,
  });
  return await login.connect();
}
