import { retireOwnLogin } from '../../../chain/till/gateway/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { Settings, TillSettings } from '../../../settings/index.ts';
import { isSameChain } from './ledger-conflict-finder.ts';

/** A change of the settings with which the till leaves its chain. */
export interface ChainDeparture {
  /**
   * Call it once the new settings are saved. Returns false if the till's login in that chain could
   * not be ended: `chain retire` must end it.
   */
  retireLogin(hasSentAll: boolean): Promise<boolean>;
}

/** Null if the till has no chain or stays in it. Call it before the secrets are replaced. */
export async function prepareChainDeparture(
  { chain, environment }: TillSettings,
  next: TillSettings,
  settings: Pick<Settings, 'readSecrets'>,
  log: Log,
): Promise<ChainDeparture | null> {
  if (chain === undefined || environment !== next.environment) return null;
  if (next.chain !== undefined && isSameChain(chain, next.chain)) return null;
  const secrets = await settings.readSecrets(environment);
  return {
    retireLogin: (hasSentAll) => retireOwnLogin(chain, { secrets, hasSentAll }, log),
  };
}
