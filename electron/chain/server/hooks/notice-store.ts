import type { Clock } from '../../../platform/index.ts';
import type { ChainAddress } from '../../till/client/index.ts';
import { type ChainConnection, type ChainProblem, connectChain } from '../../till/client/index.ts';
import type { SaveNotices } from './notice-batcher.ts';

export interface NoticeStore {
  readonly save: SaveNotices;
  /** Why the last hints were not kept; null if they were. */
  getProblem(): ChainProblem | null;
  close(): Promise<void>;
}

/** Both within the five seconds of a request. */
const CONNECT_TIMEOUT_MS = 2000;
const QUERY_TIMEOUT_MS = 2000;
/** One statement: all of them are committed, or none. */
const INSERT_NOTICES = `SELECT chain.add_hint_v1(h ->> 'kind', h ->> 'key')
  FROM jsonb_array_elements($1::jsonb) AS h`;
/** After a failure nobody is kept waiting for the next one. */
const BACKOFF_DELAY_MS = 1000;

/** One connection, made when something comes and made again when it has broken. */
export function createNoticeStore(address: ChainAddress, clock: Clock): NoticeStore {
  let connection: ChainConnection | null = null;
  let problem: ChainProblem | null = null;
  let pausedUntil = 0;

  const failed = async (why: ChainProblem): Promise<false> => {
    problem = why;
    pausedUntil = clock.uptime() + BACKOFF_DELAY_MS;
    const broken = connection;
    connection = null;
    await broken?.end();
    return false;
  };

  return {
    save: async (hints) => {
      if (clock.uptime() < pausedUntil) return false;
      if (connection?.isUsable() !== true) {
        const made = await connectChain(address, {
          connectMs: CONNECT_TIMEOUT_MS,
          deadlineMs: QUERY_TIMEOUT_MS,
        });
        if (!made.ok) return await failed(made.problem);
        connection = made.value;
      }
      const kept = await connection.query(INSERT_NOTICES, [JSON.stringify(hints)]);
      if (!kept.ok) return await failed(kept.problem);
      problem = null;
      return true;
    },
    getProblem: () => problem,
    close: async () => {
      await connection?.end();
    },
  };
}
