import type { BackupService } from '../../back-office/backup/index.ts';
import type { Heartbeat } from '../../back-office/monitoring/index.ts';
import type { Reconciliation } from '../../back-office/reconciliation/index.ts';
import type { Status } from '../../back-office/status/index.ts';
import type { ChainGateway } from '../../chain/till/guard/index.ts';
import type { ChainSync } from '../../chain/till/till/index.ts';
import type { Catalog } from '../../counter/catalog/index.ts';
import type { CustomerScreen } from '../../counter/customer-screen/index.ts';
import type { Customers } from '../../counter/customers/index.ts';
import type { Payments } from '../../counter/payments/index.ts';
import type { Refunds } from '../../counter/refunds/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import type { Printing } from '../../printing/index.ts';
import type { Keys } from '../../settings/keys/index.ts';
import type { IdleLock } from './idle-lock.ts';
import type { PageEvents } from './page-events.ts';
import type { ServiceConnection } from './service-connection.ts';

/** Starts and closes the parts of a till, in the right order. */
export interface TillLifecycle {
  /** Starts after the sign-in is shown, or after a while if no page asks for one. */
  scheduleStart(): void;
  /** A page asks for the names at the sign-in: the other work waits a moment longer. */
  onSignInRequested(): void;
  start(): void;
  /** The machine woke up: whatever is due by the clock is checked again. */
  wake(): void;
  close(): Promise<void>;
}

/**
 * What the sign-in needs comes first; the rest starts after it. The delay counts from the page's
 * first request, because the time that a page needs to load depends on the machine.
 */
const START_AFTER_SIGN_IN_DELAY_MS = 1_000;
const START_WITHOUT_PAGE_DELAY_MS = 5_000;
/** Less than the system gives a program to end, with time left for the other steps. */
const LAST_ANSWERS_TIMEOUT_MS = 4_000;
/** A disk that was full may have room for the reserve again. */
const RESERVE_CHECK_INTERVAL_MS = 30_000;
/** Long after the start, when the counter has other things to do; then twice a day. */
const FIRST_CLEANUP_DELAY_MS = 10 * 60_000;
const CLEANUP_INTERVAL_MS = 12 * 3_600_000;

export function createTillLifecycle(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly pageEvents: PageEvents;
  readonly connection: ServiceConnection;
  readonly catalog: Catalog;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly printing: Printing;
  readonly status: Status;
  readonly reconciliation: Reconciliation;
  readonly backups: BackupService;
  readonly idleLock: IdleLock;
  readonly readAccount: () => void;
  readonly keys: Keys;
  readonly heartbeat: Heartbeat;
  readonly chain: ChainSync;
  readonly chainGuard: Pick<ChainGateway, 'stop'>;
  readonly customers: Pick<Customers, 'expire'>;
  readonly dropOldExports: () => Promise<void>;
  /** Receipts that a mail program was given; left out where there is no window. */
  readonly dropOldDrafts: (() => Promise<void>) | undefined;
  readonly customerScreen: Pick<CustomerScreen, 'stop'>;
}): TillLifecycle {
  const { clock, log, connection, catalog, payments, printing, reconciliation, backups } = parts;
  let isStarted = false;
  let isClosed = false;
  let isAsked = false;
  let cancelStart: (() => void) | null = null;
  let cancelRoom: (() => void) | null = null;
  let cancelDrop: (() => void) | null = null;
  let reserve = Promise.resolve();

  const start = (): void => {
    if (isStarted || isClosed) return;
    isStarted = true;
    cancelStart?.();
    parts.idleLock.start();
    parts.customers.expire();
    // A gift card's paper is read with the data key. Without it the others are printed all the same.
    void parts.keys.open().then(() => {
      if (!isClosed) printing.start();
    });
    backups.start();
    reconciliation.start();
    connection.open();
    parts.heartbeat.start();
    parts.chain.start();
    keepRoom();
    cancelDrop = clock.after(FIRST_CLEANUP_DELAY_MS, dropOld);
  };

  const dropOld = (): void => {
    parts.customers.expire();
    for (const drop of [printing.deleteOldBytes, parts.dropOldExports, parts.dropOldDrafts]) {
      drop?.().catch((error: unknown) => {
        log.error({ err: error }, 'till: cleanup of expired data failed');
      });
    }
    cancelDrop = clock.after(CLEANUP_INTERVAL_MS, dropOld);
  };

  const keepRoom = (): void => {
    reserve = parts.database.diskSpace.ensureReserve();
    cancelRoom = clock.after(RESERVE_CHECK_INTERVAL_MS, keepRoom);
  };

  /**
   * The answer to a payment being sent may be a moment away, and its ticket text may come with
   * nothing else. So it is awaited, but not for long.
   */
  const lastAnswers = (): Promise<void> =>
    new Promise((resolve) => {
      const giveUp = clock.after(LAST_ANSWERS_TIMEOUT_MS, resolve);
      payments.finish().then(() => {
        giveUp();
        resolve();
      });
    });

  return {
    scheduleStart: () => {
      cancelStart = clock.after(START_WITHOUT_PAGE_DELAY_MS, start);
    },
    onSignInRequested: () => {
      if (isAsked || isStarted || isClosed) return;
      isAsked = true;
      cancelStart?.();
      cancelStart = clock.after(START_AFTER_SIGN_IN_DELAY_MS, start);
    },
    start,
    wake: () => {
      catalog.wake();
      backups.wake();
      parts.customers.expire();
      reconciliation.wake();
      parts.refunds.wake();
      parts.chain.wake();
      parts.readAccount();
    },
    close: async () => {
      isClosed = true;
      parts.idleLock.stop();
      parts.customerScreen.stop();
      parts.pageEvents.stop();
      cancelStart?.();
      cancelRoom?.();
      cancelDrop?.();
      connection.stop();
      parts.status.stop();
      parts.refunds.stop();
      catalog.stop();
      await lastAnswers();
      payments.stop();
      for (const stop of [
        parts.chain.stop,
        parts.heartbeat.stop,
        parts.chainGuard.stop,
        backups.stop,
        reconciliation.stop,
        printing.stop,
        connection.close,
      ]) {
        try {
          await stop();
        } catch (error) {
          log.error({ err: error }, 'till: part failed to stop');
        }
      }
      // Whoever closed the till may move or remove its folder.
      await reserve;
      // Whatever happened before: a ledger that stays open is locked for every other till.
      parts.database.close();
    },
  };
}
