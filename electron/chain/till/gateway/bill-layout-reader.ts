import type { BillCodes } from '../../../counter/bill-codes/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { ChainConnection } from '../../client/index.ts';
import { readBillLayouts } from '../../protocol/index.ts';

const POLL_INTERVAL_MS = 60 * 60_000;

export type ChainBillLayoutPorts = Pick<BillCodes, 'getChainRevision' | 'saveChainLayouts'>;

/**
 * Reads what the chain knows of the bar codes of bills, on the first connection and then once an hour.
 * Never throws; the till keeps what it has if the database does not answer.
 */
export function createChainBillLayoutReader(ports: {
  readonly billLayouts: ChainBillLayoutPorts;
  readonly clock: Pick<Clock, 'uptime'>;
  readonly log: Log;
}): (connection: ChainConnection) => Promise<void> {
  const { billLayouts, clock, log } = ports;
  let queriedAt: number | null = null;

  return async (connection) => {
    if (queriedAt !== null && clock.uptime() - queriedAt < POLL_INTERVAL_MS) return;
    queriedAt = clock.uptime();
    try {
      const answer = await readBillLayouts(connection, billLayouts.getChainRevision());
      if (!answer.ok)
        return log.warn({ problem: answer.problem }, 'chain-bill-layouts: query failed');
      if (answer.value === null) return;
      const { revision, layouts, patterns } = answer.value;
      billLayouts.saveChainLayouts({
        revision,
        layouts: JSON.parse(layouts),
        patterns: JSON.parse(patterns),
      });
    } catch (error) {
      log.error({ err: error }, 'chain-bill-layouts: update threw');
    }
  };
}
