import {
  type ChainGateway,
  createChainGateway,
  createTillChainConnectors,
  type TillChainConnectors,
} from '../../../electron/chain/till/gateway/index.ts';
import { silentLog, systemClock } from '../../../electron/platform/index.ts';
import type { TillSecrets, TillSettings } from '../../../electron/settings/index.ts';
import { ok } from '../../../shared/contract/index.ts';
import type { TestTill } from '../../support/postgres/index.ts';

/** The first day of a chain's daily file, and when it begins in seconds since the epoch. */
export interface FirstDay {
  readonly day: string;
  readonly second: number;
}

/** Creates a till's connectors as the product does; its settings and its key store are in memory. */
export function createBenchConnectors({ password, ...address }: TestTill): TillChainConnectors {
  const settings = { environment: 'sandbox', chain: { ...address, hosts: [...address.hosts] } };
  let secrets: TillSecrets = { chainPassword: password };
  return createTillChainConnectors({
    tillSettings: () => settings as TillSettings,
    settings: {
      readSecrets: async () => secrets,
      changeSecrets: async (_environment, change) => {
        secrets = change(secrets);
        return ok(null);
      },
    },
    log: silentLog,
  });
}

/**
 * Creates the gateway of a till that has just started. The till knows no payment of a webhook notice,
 * so that a notice is done without the service.
 */
export function createBenchGateway(
  connectors: TillChainConnectors,
  firstDay: FirstDay,
): ChainGateway {
  return createChainGateway({
    connectors,
    reconciliation: {
      getHandover: () => ({ ...firstDay, handsIn: false }),
      setChainFrom: () => {},
    },
    refreshers: {
      findPaymentId: () => null,
      refreshPayment: async () => ok({ kind: 'not-made' }),
      refreshRefund: async () => ok(null),
      compareDay: async () => ok(null),
      refreshBill: async () => ok(null),
    },
    billLayouts: { getChainRevision: () => null, saveChainLayouts: () => {} },
    clock: systemClock,
    log: silentLog,
  });
}
