import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, openLedgerDatabase } from '../../../electron/ledger/index.ts';
import { testCodes } from '../../../electron/ledger/testing/index.ts';
import type { Provisioning } from '../../../shared/contract/index.ts';
import { createRandom } from '../../support/random.ts';
import { LEDGER_FILE } from '../support/counter-actions.ts';
import type { RealTill } from '../support/real-till.ts';
import type { Tally } from '../support/tally.ts';
import { checkChain } from './check-chain.ts';
import { type FaultyChain, openFaultyTillConnection } from './faulty-chain.ts';

/** The chain's part in a run whose till is its own process. */
export interface KilledTillChain {
  readonly settings: Pick<Provisioning, 'chain'>;
  /** Draws a fault of the database while the next customer is served. */
  drawFaults(): Promise<void>;
  /**
   * Closes the till, which syncs with its chain; often the till or the database fails meanwhile.
   */
  closeAndKill(till: RealTill): Promise<void>;
  /**
   * Opens and closes the till without faults until everything is synced, then compares. Returns the
   * faults in words.
   */
  checkChain(profile: string, open: () => Promise<RealTill>, tally: Tally): Promise<string[]>;
  endFaults(): Promise<void>;
}

const MAX_OPENINGS = 8;

export async function openKilledTillChain(
  chain: FaultyChain,
  seed: string,
): Promise<KilledTillChain> {
  const random = createRandom(`${seed}/chain`);
  const { address, drawDatabaseFault, endFaults } = await openFaultyTillConnection(chain, random);
  return {
    settings: { chain: { ...address, hosts: [...address.hosts] } },
    drawFaults: () => drawDatabaseFault(random.between(0, 4_000)),
    closeAndKill: async (till) => {
      if (random.isLikely(0.4)) await endFaults();
      const stopped = till.stop();
      if (random.isLikely(0.6)) {
        await wait(random.pick([5, 20, 60, 120, 250, 500]));
        await till.kill();
      }
      await stopped;
    },
    endFaults,
    checkChain: async (profile, open, tally) => {
      await endFaults();
      for (let attempt = 0; attempt < MAX_OPENINGS; attempt += 1) {
        await (await open()).stop();
        if (withLedger(profile, isAllSynced)) break;
      }
      const ledger = openLedgerDatabase(join(profile, LEDGER_FILE), testCodes);
      try {
        return await checkChain(chain, address.user, ledger, tally);
      } finally {
        ledger.close();
      }
    },
  };
}

function isAllSynced(ledger: Database): boolean {
  const row = ledger
    .prepare(
      `SELECT acked = (SELECT coalesce(max(number), 0) FROM chain_changes)
         AND list_before_at IS NULL AS is_all FROM chain_state`,
    )
    .get();
  return row?.is_all === 1;
}

function withLedger<Value>(profile: string, read: (ledger: Database) => Value): Value {
  const ledger = openLedgerDatabase(join(profile, LEDGER_FILE), testCodes);
  try {
    return read(ledger);
  } finally {
    ledger.close();
  }
}
