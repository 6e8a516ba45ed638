import type { Clock, Log } from '../../../platform/index.ts';
import type { ChainQuery } from '../database/index.ts';

/**
 * Elects one of several processes by a database row with an expiry time and a number, the fencing token:
 * the fencing token increases with every new holder, and each change by the maker carries it. A process
 * that was suspended and resumes is rejected by the database, whatever its own clock shows.
 */
export interface Election {
  start(): void;
  getFence(): number | null;
  /** Whether the database does not answer. */
  isDatabaseUnreachable(): boolean;
  /** Ends the term, and lets another process take over immediately. */
  stop(): Promise<void>;
}

/** The work of this process while it is elected. */
export interface ElectedTerm {
  end(): Promise<void>;
}

export function createElection(ports: {
  readonly query: ChainQuery;
  readonly clock: Clock;
  readonly log: Log;
  readonly holder: string;
  readonly leaseSeconds: number;
  readonly startTerm: (fencingToken: number) => ElectedTerm;
}): Election {
  const { query, clock, log, holder, leaseSeconds } = ports;
  const leaseMs = leaseSeconds * 1000;
  let term: (ElectedTerm & { readonly fencingToken: number }) | null = null;
  let isStopped = false;
  let cancelNext = (): void => {};
  let cancelEnd = (): void => {};
  let currentRun: Promise<void> = Promise.resolve();
  let isUnreachable = false;

  const endTerm = async (): Promise<void> => {
    cancelEnd();
    const endedTerm = term;
    term = null;
    if (endedTerm === null) return;
    log.warn({ fencingToken: endedTerm.fencingToken }, 'election: lost');
    await endedTerm.end();
  };

  const renewLease = async (): Promise<void> => {
    const requestedAt = clock.uptime();
    const fencingToken = await takeLease();
    const isExpired = clock.uptime() - requestedAt >= leaseMs;
    if (fencingToken === undefined) {
      // Without the database no other process can be elected; the term ends with its lease.
      return;
    }
    if (fencingToken === null || isExpired) return await endTerm();
    if (term?.fencingToken !== fencingToken) {
      await endTerm();
      if (isStopped) return;
      log.info({ fencingToken }, 'election: won');
      term = { ...ports.startTerm(fencingToken), fencingToken };
    }
    cancelEnd();
    cancelEnd = clock.after(leaseMs - (clock.uptime() - requestedAt), () => void endTerm());
  };

  /**
   * Returns the fencing token; null if another process holds the lease; undefined if the database does not
   * answer.
   */
  const takeLease = async (): Promise<number | null | undefined> => {
    try {
      const [row] = await query('SELECT chain.take_lease_v1($1, $2, $3) AS fence', [
        'maker',
        holder,
        leaseSeconds,
      ]);
      isUnreachable = false;
      return row?.fence === null ? null : Number(row?.fence);
    } catch (error) {
      if (!isUnreachable && !isStopped) log.warn({ err: error }, 'election: database unreachable');
      isUnreachable = true;
      return undefined;
    }
  };

  const renewAndSchedule = (): void => {
    currentRun = renewLease()
      .catch((error: unknown) => log.error({ err: error }, 'election: run threw'))
      .then(() => {
        if (!isStopped) cancelNext = clock.after(leaseMs / 3, renewAndSchedule);
      });
  };

  return {
    start: renewAndSchedule,
    getFence: () => term?.fencingToken ?? null,
    isDatabaseUnreachable: () => isUnreachable,
    stop: async () => {
      isStopped = true;
      cancelNext();
      await currentRun;
      await endTerm();
      await query('SELECT chain.release_lease_v1($1, $2)', ['maker', holder]).catch(() => {
        // The lease expires anyway.
      });
    },
  };
}
