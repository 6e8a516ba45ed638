import type { Backups } from '../backup/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Database } from '../ledger/index.ts';
import type { Payments } from '../payments/index.ts';
import type { Clock, Log } from '../platform/index.ts';
import type { Printing } from '../printing/index.ts';
import type { Reconciliation } from '../reconciliation/index.ts';
import type { Status } from '../status/index.ts';
import type { Connection } from './connection.ts';
import type { Telling } from './telling.ts';

/** When the parts of a till begin to work by themselves, and in which order they end. */
export interface BeginAndEnd {
  /** Starts behind the sign-in, or by itself where no page asks for one. */
  startSoon(): void;
  /** A page asks for the names of the sign-in: it has the machine to itself for a moment more. */
  signInAsked(): void;
  start(): void;
  /** The machine woke up: what is due by the clock is looked at again. */
  wake(): void;
  close(): Promise<void>;
}

/**
 * What a person needs to sign in comes first; the rest of the till starts behind it. It is counted
 * from the page's question: how long a page takes to come depends on the machine.
 */
const SIGN_IN_FIRST_MS = 1_000;
const WITHOUT_PAGE_MS = 5_000;
/** Less than the machine gives a program that ends, with time left for the rest of the end. */
const LAST_ANSWERS_MS = 4_000;

export function createBeginAndEnd(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly telling: Telling;
  readonly connection: Connection;
  readonly catalog: Catalog;
  readonly payments: Payments;
  readonly printing: Printing;
  readonly status: Status;
  readonly reconciliation: Reconciliation;
  readonly backups: Backups;
  readonly askService: () => void;
}): BeginAndEnd {
  const { clock, log, connection, catalog, payments, printing, reconciliation, backups } = parts;
  let isStarted = false;
  let isClosed = false;
  let isAsked = false;
  let cancelStart: (() => void) | null = null;

  const start = (): void => {
    if (isStarted || isClosed) return;
    isStarted = true;
    cancelStart?.();
    printing.start();
    backups.start();
    reconciliation.start();
    connection.open();
  };

  /**
   * The answer to a payment that is out may be a moment away, and its ticket's text may come with
   * nothing else: it is waited for, and not for long.
   */
  const lastAnswers = (): Promise<void> =>
    new Promise((resolve) => {
      const giveUp = clock.after(LAST_ANSWERS_MS, resolve);
      payments.finish().then(() => {
        giveUp();
        resolve();
      });
    });

  return {
    startSoon: () => {
      cancelStart = clock.after(WITHOUT_PAGE_MS, start);
    },
    signInAsked: () => {
      if (isAsked || isStarted || isClosed) return;
      isAsked = true;
      cancelStart?.();
      cancelStart = clock.after(SIGN_IN_FIRST_MS, start);
    },
    start,
    wake: () => {
      catalog.wake();
      backups.wake();
      reconciliation.wake();
      parts.askService();
    },
    close: async () => {
      isClosed = true;
      parts.telling.stop();
      cancelStart?.();
      connection.stop();
      parts.status.stop();
      catalog.stop();
      await lastAnswers();
      payments.stop();
      for (const stop of [backups.stop, reconciliation.stop, printing.stop, connection.close]) {
        try {
          await stop();
        } catch (error) {
          log.error({ err: error }, 'a part of the till did not stop');
        }
      }
      // Whatever happened before: an open ledger is locked to every other till.
      parts.database.close();
    },
  };
}
