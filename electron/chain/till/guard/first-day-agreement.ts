import { z } from 'zod';
import type { Reconciliation } from '../../../back-office/reconciliation/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { ChainConnection } from '../client/index.ts';

/** How often the chain is asked while its first day is not behind it. */
const POLL_INTERVAL_MS = 10 * 60_000;

const firstDaySchema = z.object({ day: z.string() });

/**
 * Agrees with the chain on the day from which on its program makes the daily file. Until then each
 * till that uploaded makes its own (`electron/back-office/reconciliation/days/chain-handover.ts`), so that each day is in
 * exactly one. A till that uploaded may move the day later for all, as long as no file was made.
 */
export function createFirstDayAgreement(ports: {
  readonly reconciliation: () => Pick<Reconciliation, 'handover' | 'setChainFrom' | 'state'>;
  readonly clock: Pick<Clock, 'uptime'>;
  readonly log: Log;
}): (connection: ChainConnection) => Promise<void> {
  const { clock, log } = ports;
  let askedAt: number | null = null;
  let isSettled = false;

  return async (connection) => {
    if (isSettled) return;
    if (askedAt !== null && clock.uptime() - askedAt < POLL_INTERVAL_MS) return;
    const mine = ports.reconciliation().handover();
    if (mine === null) return;
    const answer = await connection.query('SELECT * FROM chain.joined_v1($1, $2, $3)', [
      mine.day,
      mine.second,
      mine.handsIn,
    ]);
    if (!answer.ok) return log.warn({ problem: answer.problem }, 'chain-first-day: query failed');
    const said = firstDaySchema.safeParse(answer.value[0]);
    if (!said.success) return log.error({}, 'chain-first-day: answer invalid');
    askedAt = clock.uptime();
    ports.reconciliation().setChainFrom(said.data.day);
    isSettled = ports.reconciliation().state().today > said.data.day;
  };
}
