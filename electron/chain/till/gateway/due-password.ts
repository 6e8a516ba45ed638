import type { Clock, Log } from '../../../platform/index.ts';
import type { ChainConnection } from '../../client/index.ts';
import { readIsPasswordDue } from '../../protocol/index.ts';
import type { ChainLogin } from './chain-login.ts';

const POLL_INTERVAL_MS = 60 * 60_000;

/**
 * Replaces the till's password if an administrator asked for it (`chain rotate-passwords`): the
 * database is asked on the first connection and then once an hour. Never throws.
 */
export function createDuePasswordReplacer(ports: {
  readonly login: Pick<ChainLogin, 'replacePassword'>;
  readonly clock: Pick<Clock, 'uptime'>;
  readonly log: Log;
}): (connection: ChainConnection) => Promise<void> {
  const { login, clock, log } = ports;
  let queriedAt: number | null = null;

  return async (connection) => {
    if (queriedAt !== null && clock.uptime() - queriedAt < POLL_INTERVAL_MS) return;
    queriedAt = clock.uptime();
    const answer = await readIsPasswordDue(connection);
    if (!answer.ok)
      log.warn({ problem: answer.problem }, 'chain-login: query for due password failed');
    else if (answer.value) await login.replacePassword(connection, { isDue: true });
  };
}
