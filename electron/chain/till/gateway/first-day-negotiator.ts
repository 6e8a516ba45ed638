import { z } from 'zod';
import type { Reconciliation } from '../../../back-office/reconciliation/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { ChainConnection } from '../../client/index.ts';

/** The poll interval until the first day of the chain is over. */
const POLL_INTERVAL_MS = 10 * 60_000;

const firstDaySchema = z.object({ day: z.string() });

/**
 * Agrees with the chain on its first day: from that day on the chain makes the daily file. Until
 * then each till that uploaded makes its own
 * (`electron/back-office/reconciliation/days/chain-handover.ts`), so that each day is in exactly
 * one file. A till that uploaded may move the day later for all tills, as long as the chain has
 * made no file.
 */
export function createChainFirstDayNegotiator(ports: {
  readonly reconciliation: Pick<Reconciliation, 'getHandover' | 'setChainFrom' | 'state'>;
  readonly clock: Pick<Clock, 'uptime'>;
  readonly log: Log;
}): (connection: ChainConnection) => Promise<void> {
  const { reconciliation, clock, log } = ports;
  let queriedAt: number | null = null;
  let isSettled = false;

  return async (connection) => {
    if (isSettled) return;
    if (queriedAt !== null && clock.uptime() - queriedAt < POLL_INTERVAL_MS) return;
    const handover = reconciliation.getHandover();
    if (handover === null) return;
    const answer = await connection.query('SELECT * FROM chain.joined_v1($1, $2, $3)', [
      handover.day,
      handover.second,
      handover.handsIn,
    ]);
    if (!answer.ok) return log.warn({ problem: answer.problem }, 'chain-first-day: query failed');
    const row = firstDaySchema.safeParse(answer.value[0]);
    if (!row.success) return log.error({}, 'chain-first-day: answer invalid');
    queriedAt = clock.uptime();
    reconciliation.setChainFrom(row.data.day);
    isSettled = reconciliation.state().today > row.data.day;
  };
}
