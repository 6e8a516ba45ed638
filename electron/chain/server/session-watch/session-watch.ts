import { z } from 'zod';
import type { Clock, Log } from '../../../platform/index.ts';
import type { ChainConnection, ChainResult } from '../../client/index.ts';
import type {
  ChainServerService,
  ChainServerServiceStatus,
  RunningService,
} from '../config/index.ts';
import { openChainServerDatabase } from '../database/index.ts';
import { startRepeatingTask } from '../repeated-work.ts';

/** A login that holds every lock, or fills the queue of notifications, needs only seconds. */
const POLL_INTERVAL_MS = 2_000;

const endedTillSchema = z.object({
  role_name: z.string(),
  shop: z.string(),
  pos_number: z.string(),
  ended_at: z.string(),
  why: z.string(),
  barred_at: z.string().nullable(),
});
type EndedTill = z.infer<typeof endedTillSchema>;

/**
 * Watches the sessions of the tills: the database ends those beyond its limits, and bars the logins
 * that do what no till does. `connect` uses the maker's login. Every process watches, also the one
 * on standby.
 */
export function createSessionWatch(ports: {
  readonly connect: () => Promise<ChainResult<ChainConnection>>;
  readonly clock: Clock;
  readonly log: Log;
}): ChainServerService {
  return { name: 'till-sessions', start: () => startSessionWatch(ports) };
}

function startSessionWatch({
  connect,
  clock,
  log,
}: Parameters<typeof createSessionWatch>[0]): RunningService {
  const database = openChainServerDatabase(connect);
  let endedTills: readonly EndedTill[] = [];
  let state: 'starting' | 'watching' | 'failing' = 'starting';

  const work = startRepeatingTask({
    clock,
    intervalMs: POLL_INTERVAL_MS,
    runOnce: async () => {
      const rows = await database.query('SELECT * FROM chain.watch_sessions_v1()');
      const current = z.array(endedTillSchema).parse(rows);
      const known = new Set(endedTills.map(toKey));
      for (const till of current.filter((candidate) => !known.has(toKey(candidate)))) {
        const { role_name: login, shop, pos_number: pos, why, barred_at: barredAt } = till;
        log.error({ login, shop, pos, why, barredAt }, 'till-sessions: sessions of a till ended');
      }
      endedTills = current;
      state = 'watching';
    },
    onFailure: (error) => {
      if (state !== 'failing') log.warn({ err: error }, 'till-sessions: watch failed');
      state = 'failing';
    },
  });

  return {
    getStatus: () => toStatus(endedTills, state),
    stop: async () => {
      await Promise.all([work.stop(), database.end()]);
    },
  };
}

function toKey({ role_name, ended_at }: EndedTill): string {
  return `${role_name} ${ended_at}`;
}

function toStatus(
  tills: readonly EndedTill[],
  state: 'starting' | 'watching' | 'failing',
): ChainServerServiceStatus {
  if (tills.length > 0) {
    const names = tills.map(({ role_name, barred_at }) =>
      barred_at === null ? role_name : `${role_name} (barred)`,
    );
    const text = `Logins of tills did what no till does, and their sessions were ended: ${names.join(', ')}. Run chain status.`;
    return { level: 'red', text };
  }
  switch (state) {
    case 'starting':
      return { level: 'yellow', text: 'The sessions of the tills are not watched yet.' };
    case 'watching':
      return { level: 'green', text: 'The sessions of the tills are watched.' };
    case 'failing':
      return {
        level: 'yellow',
        text: 'The sessions of the tills cannot be watched. Check the database.',
      };
  }
}
