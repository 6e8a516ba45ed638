import { z } from 'zod';
import type { Reconciliation } from '../../../back-office/reconciliation/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { ChainConnection } from '../../client/index.ts';

const POLL_INTERVAL_MS = 10 * 60_000;

const firstDaySchema = z.object({ day: z.string() });

/**
 * Agrees with the chain on its first day: from that day on the chain makes the daily file. Until
 * then each till that uploaded makes its own
 * (`electron/back-office/reconciliation/days/chain-handover.ts`), so that each day is in exactly
 * one file. A till that uploaded may move the day later for all tills, as long as the chain has
 * made no file. The till asks for as long as it is in a chain: it may leave one and join another.
 */
export function createChainFirstDayNegotiator(ports: {
  readonly reconciliation: Pick<Reconciliation, 'getHandover' | 'setChainFrom'>;
  readonly clock: Pick<Clock, 'uptime'>;
  readonly log: Log;
}): (connection: ChainConnection) => Promise<void> {
  const { reconciliation, clock, log } = ports;
  let lastAnswer: { readonly at: number; readonly handoverDay: string } | null = null;

  return async (connection) => {
    const handover = reconciliation.getHandover();
    if (handover === null) return;
    const isRecent = lastAnswer !== null && clock.uptime() - lastAnswer.at < POLL_INTERVAL_MS;
    if (isRecent && lastAnswer?.handoverDay === handover.day) return;
    const answer = await connection.query('SELECT * FROM chain.joined_v1($1, $2, $3)', [
      handover.day,
      handover.second,
      handover.handsIn,
    ]);
    if (!answer.ok) return log.warn({ problem: answer.problem }, 'chain-first-day: query failed');
    const row = firstDaySchema.safeParse(answer.value[0]);
    if (!row.success) return log.error({}, 'chain-first-day: answer invalid');
    lastAnswer = { at: clock.uptime(), handoverDay: handover.day };
    reconciliation.setChainFrom(row.data.day);
  };
}
