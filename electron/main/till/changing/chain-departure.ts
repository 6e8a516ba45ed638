import { hasChainLostChanges, retireOwnLogin } from '../../../chain/till/gateway/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { Settings, TillSettings } from '../../../settings/index.ts';
import type { Till } from '../create-till.ts';
import { isSameChain } from './ledger-conflict-finder.ts';

/** A change of the settings with which the till leaves its chain. */
export interface ChainDeparture {
  /** Whether the chain lost what the till had sent: the till sends it again, and then may leave. */
  readonly hasChainLostChanges: boolean;
  /**
   * Call it once the new settings are saved. Returns false if the till's login in that chain could
   * not be ended: `chain retire` must end it.
   */
  retireLogin(hasSentAll: boolean): Promise<boolean>;
}

/** Null if the till has no chain or stays in it. Call it before the secrets are replaced. */
export async function prepareChainDeparture(
  till: Pick<Till, 'settings' | 'readChainPosition'>,
  next: TillSettings,
  settings: Pick<Settings, 'readSecrets'>,
  log: Log,
): Promise<ChainDeparture | null> {
  const { chain, environment } = till.settings;
  if (chain === undefined || environment !== next.environment) return null;
  if (next.chain !== undefined && isSameChain(chain, next.chain)) return null;
  const secrets = await settings.readSecrets(environment);
  const sent = till.readChainPosition();
  return {
    hasChainLostChanges:
      sent !== null && (await hasChainLostChanges(chain, { secrets, sent }, log)),
    retireLogin: (hasSentAll) => retireOwnLogin(chain, { secrets, hasSentAll }, log),
  };
}
