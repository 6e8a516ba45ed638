import { ledgerIdentity } from '../backup/index.ts';
import {
  type ChainTill,
  type ChainTillPorts,
  chainStatusOf,
  createChainTill,
} from '../chain/till/index.ts';
import type { Clock } from '../platform/index.ts';
import type { Status } from '../status/index.ts';
import type { SharedParts } from './open-payment-parts.ts';

/**
 * Opens what a till tells its chain, before anything of the till writes to the ledger: what it writes is
 * to be noted.
 */
export function openChain(
  shared: Pick<SharedParts, 'database' | 'clock' | 'log' | 'tillSettings' | 'connection'>,
  parts: Pick<ChainTillPorts, 'connect' | 'onHello' | 'onHint'> & {
    readonly applicationVersion: string;
    /** This computer's: rounds wait by it. */
    readonly ownClock: Clock;
    /** Opened after it. */
    readonly status: () => Status;
    readonly onChange: () => void;
  },
): ChainTill {
  const { database, clock, log, tillSettings, connection } = shared;
  return createChainTill({
    ...parts,
    database,
    clock: parts.ownClock,
    now: clock.now,
    log,
    isSet: () => tillSettings().chain !== undefined,
    place: () => {
      const { hosts, database: name, user } = tillSettings().chain ?? {};
      return JSON.stringify([hosts, name, user]);
    },
    ledgerId: () => {
      const identity = ledgerIdentity(database);
      if (identity === null) throw new Error('the ledger has no identity yet');
      return identity.id;
    },
    status: (how) =>
      chainStatusOf(
        database,
        {
          applicationVersion: parts.applicationVersion,
          posNumber: tillSettings().posNumber,
          line: parts.status().line(),
          passedTime: connection.service()?.passedTime() ?? null,
        },
        how,
      ),
    random: Math.random,
  });
}
