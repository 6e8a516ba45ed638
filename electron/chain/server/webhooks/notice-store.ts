import type { Clock } from '../../../platform/index.ts';
import type { ChainAddress } from '../../client/index.ts';
import { type ChainConnection, type ChainProblem, connectToChain } from '../../client/index.ts';
import type { SaveWebhookNotices } from './notice-batcher.ts';

export interface WebhookNoticeStore {
  readonly save: SaveWebhookNotices;
  /** Why the last notices were not stored; null if they were. */
  getProblem(): ChainProblem | null;
  close(): Promise<void>;
}

/** Both fit into the five seconds of a request. */
const CONNECT_TIMEOUT_MS = 2000;
const QUERY_TIMEOUT_MS = 2000;
/** One statement: all notices are committed, or none. */
const INSERT_NOTICES = `SELECT chain.add_hint_v1(h ->> 'kind', h ->> 'key')
  FROM jsonb_array_elements($1::jsonb) AS h`;
/** After a failure, requests are rejected for this long without waiting. */
const BACKOFF_DELAY_MS = 1000;

/** Keeps one connection, opened when a notice arrives and reopened when it is broken. */
export function createWebhookNoticeStore(address: ChainAddress, clock: Clock): WebhookNoticeStore {
  let connection: ChainConnection | null = null;
  let problem: ChainProblem | null = null;
  let pausedUntil = 0;

  const handleFailure = async (failure: ChainProblem): Promise<false> => {
    problem = failure;
    pausedUntil = clock.uptime() + BACKOFF_DELAY_MS;
    const broken = connection;
    connection = null;
    await broken?.end();
    return false;
  };

  return {
    save: async (notices) => {
      if (clock.uptime() < pausedUntil) return false;
      if (connection?.isUsable() !== true) {
        const connected = await connectToChain(address, {
          connectTimeoutMs: CONNECT_TIMEOUT_MS,
          deadlineMs: QUERY_TIMEOUT_MS,
        });
        if (!connected.ok) return await handleFailure(connected.problem);
        connection = connected.value;
      }
      const insertion = await connection.query(INSERT_NOTICES, [JSON.stringify(notices)]);
      if (!insertion.ok) return await handleFailure(insertion.problem);
      problem = null;
      return true;
    },
    getProblem: () => problem,
    close: async () => {
      await connection?.end();
    },
  };
}
