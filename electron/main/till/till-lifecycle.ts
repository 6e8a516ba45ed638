import type { BackupService } from '../../back-office/backup/index.ts';
import type { Heartbeat } from '../../back-office/monitoring/index.ts';
import type { Reconciliation } from '../../back-office/reconciliation/index.ts';
import type { ShopAccount } from '../../back-office/status/index.ts';
import type { ChainGateway } from '../../chain/till/gateway/index.ts';
import type { ChainSync } from '../../chain/till/sync/index.ts';
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
  /** Starts after the sign-in is shown, or after a delay if no page requests one. */
  scheduleStart(): void;
  /** A page requests the names at the sign-in: the other work is delayed a moment longer. */
  onSignInRequested(): void;
  start(): void;
  /** The machine woke up: checks again everything that is due by the clock. */
  wake(): void;
  close(): Promise<void>;
}

/**
 * The sign-in is prepared first and the rest starts after it. The delay counts from the page's
 * first request, because a page's load time depends on the machine.
 */
const START_AFTER_SIGN_IN_DELAY_MS = 1_000;
const START_WITHOUT_PAGE_DELAY_MS = 5_000;
/**
 * Shorter than the time that the system gives a program to end, to leave time for the other steps.
 */
const LAST_ANSWERS_TIMEOUT_MS = 4_000;
/** A disk that was full may have space for the reserve again. */
const RESERVE_CHECK_INTERVAL_MS = 30_000;
/** Long after the start, which has more urgent work; then twice a day. */
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
  readonly shopAccount: ShopAccount;
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
  /** Deletes receipt drafts for mail programs; undefined without a window. */
  readonly dropOldDrafts: (() => Promise<void>) | undefined;
  readonly customerScreen: Pick<CustomerScreen, 'stop'>;
}): TillLifecycle {
  const { clock, log, connection, catalog, payments, printing, reconciliation, backups } = parts;
  let isStarted = false;
  let isClosed = false;
  let isSignInRequested = false;
  let cancelStart: (() => void) | null = null;
  let cancelReserveCheck: (() => void) | null = null;
  let cancelCleanup: (() => void) | null = null;
  let reserveCheck = Promise.resolve();

  const start = (): void => {
    if (isStarted || isClosed) return;
    isStarted = true;
    cancelStart?.();
    parts.idleLock.start();
    parts.customers.expire();
    // A gift card's paper is decrypted with the data key. Without the key, all other papers are
    // printed.
    void parts.keys.open().then(() => {
      if (!isClosed) printing.start();
    });
    backups.start();
    reconciliation.start();
    connection.open();
    parts.heartbeat.start();
    parts.chain.start();
    ensureReserve();
    cancelCleanup = clock.after(FIRST_CLEANUP_DELAY_MS, deleteExpiredData);
  };

  const deleteExpiredData = (): void => {
    parts.customers.expire();
    for (const deleteExpired of [
      printing.deleteOldBytes,
      parts.dropOldExports,
      parts.dropOldDrafts,
    ]) {
      deleteExpired?.().catch((error: unknown) => {
        log.error({ err: error }, 'till: cleanup of expired data failed');
      });
    }
    cancelCleanup = clock.after(CLEANUP_INTERVAL_MS, deleteExpiredData);
  };

  const ensureReserve = (): void => {
    reserveCheck = parts.database.diskSpace.ensureReserve();
    cancelReserveCheck = clock.after(RESERVE_CHECK_INTERVAL_MS, ensureReserve);
  };

  /**
   * The response to a payment being sent may arrive soon, and its ticket text may not be available
   * from any other call. So it is awaited, for a limited time.
   */
  const waitForLastResponses = (): Promise<void> =>
    new Promise((resolve) => {
      const cancelTimeout = clock.after(LAST_ANSWERS_TIMEOUT_MS, resolve);
      payments.finish().then(() => {
        cancelTimeout();
        resolve();
      });
    });

  return {
    scheduleStart: () => {
      cancelStart = clock.after(START_WITHOUT_PAGE_DELAY_MS, start);
    },
    onSignInRequested: () => {
      if (isSignInRequested || isStarted || isClosed) return;
      isSignInRequested = true;
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
      cancelReserveCheck?.();
      cancelCleanup?.();
      connection.stop();
      parts.shopAccount.stop();
      parts.refunds.stop();
      catalog.stop();
      await waitForLastResponses();
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
      // The caller of `close` may move or delete the folder.
      await reserveCheck;
      // Close the ledger in every case: a ledger that stays open is locked for every other till.
      parts.database.close();
    },
  };
}
