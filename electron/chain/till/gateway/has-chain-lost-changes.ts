import type { Log } from '../../../platform/index.ts';
import type { TillSecrets } from '../../../settings/index.ts';
import { type ChainSettings, createTemporaryChainLogin } from './chain-login.ts';

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
  const connected = await createTemporaryChainLogin(chain, secrets, log).connect();
  if (!connected.ok) {
    log.warn({ problem: connected.problem }, 'chain-departure: could not connect');
    return false;
  }
  try {
    const { readRemoteSyncPosition } = await import('../../protocol/index.ts');
    const position = await readRemoteSyncPosition(connected.value);
    if (!position.ok) {
      log.warn({ problem: position.problem }, 'chain-departure: could not read sync position');
      return false;
    }
    const { epoch_key = null, acked = 0 } = position.value ?? {};
    return epoch_key !== sent.epochKey || acked < sent.acknowledgedChangeNumber;
  } finally {
    await connected.value.end();
  }
}
