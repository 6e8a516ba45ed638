import type { Clock, Log } from '../../../platform/index.ts';
import type { ChainQuery } from '../database/index.ts';

/**
 * Elects one of several processes by a row with an end and a number, its fence: the number grows
 * with every holder, and each change of the maker's names it. Whoever was frozen and wakes up is
 * refused by the database, whatever its own clock says.
 */
export interface Election {
  start(): void;
  fence(): number | null;
  /** The database does not answer. */
  isDatabaseUnreachable(): boolean;
  /** Ends the term, and lets another process take over at once. */
  stop(): Promise<void>;
}

/** What is done while this process is the elected one. */
export interface ElectedTerm {
  end(): Promise<void>;
}

export function createElection(ports: {
  readonly ask: ChainQuery;
  readonly clock: Clock;
  readonly log: Log;
  readonly holder: string;
  readonly leaseSeconds: number;
  readonly begin: (fence: number) => ElectedTerm;
}): Election {
  const { ask, clock, log, holder, leaseSeconds } = ports;
  const lease = leaseSeconds * 1000;
  let term: (ElectedTerm & { readonly fence: number }) | null = null;
  let isStopped = false;
  let cancelNext = (): void => {};
  let cancelEnd = (): void => {};
  let asking: Promise<void> = Promise.resolve();
  let isAway = false;

  const endTerm = async (): Promise<void> => {
    cancelEnd();
    const ending = term;
    term = null;
    if (ending === null) return;
    log.warn({ fence: ending.fence }, 'election: lost');
    await ending.end();
  };

  const round = async (): Promise<void> => {
    const asked = clock.uptime();
    const fence = await takeLease();
    const isOver = clock.uptime() - asked >= lease;
    if (fence === undefined) {
      // Nobody can be elected either; the term ends with its lease.
      return;
    }
    if (fence === null || isOver) return await endTerm();
    if (term?.fence !== fence) {
      await endTerm();
      if (isStopped) return;
      log.info({ fence }, 'election: won');
      term = { ...ports.begin(fence), fence };
    }
    cancelEnd();
    cancelEnd = clock.after(lease - (clock.uptime() - asked), () => void endTerm());
  };

  /** Null: another holds it; undefined: nobody answers. */
  const takeLease = async (): Promise<number | null | undefined> => {
    try {
      const [row] = await ask('SELECT chain.take_lease_v1($1, $2, $3) AS fence', [
        'maker',
        holder,
        leaseSeconds,
      ]);
      isAway = false;
      return row?.fence === null ? null : Number(row?.fence);
    } catch (error) {
      if (!isAway && !isStopped) log.warn({ err: error }, 'election: database unreachable');
      isAway = true;
      return undefined;
    }
  };

  const next = (): void => {
    asking = round()
      .catch((error: unknown) => log.error({ err: error }, 'election: round threw'))
      .then(() => {
        if (!isStopped) cancelNext = clock.after(lease / 3, next);
      });
  };

  return {
    start: next,
    fence: () => term?.fence ?? null,
    isDatabaseUnreachable: () => isAway,
    stop: async () => {
      isStopped = true;
      cancelNext();
      await asking;
      await endTerm();
      await ask('SELECT chain.release_lease_v1($1, $2)', ['maker', holder]).catch(() => {
        // It ends by itself.
      });
    },
  };
}
