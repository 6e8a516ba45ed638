import { getExportsFolder } from '../../platform/index.ts';
import type { BackOfficeParts } from './back-office-parts.ts';
import type { CounterParts } from './counter-parts.ts';
import { deleteOldExports } from './old-exports.ts';
import type { TillPorts } from './ports.ts';
import type { SharedParts } from './shared-parts.ts';

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

export function createTillLifecycle(
  ports: TillPorts,
  shared: SharedParts,
  counter: CounterParts,
  backOffice: BackOfficeParts,
): TillLifecycle {
  const { database, log } = ports;
  const { clock, connection, shopAccount, accountForecaster, idleLock } = shared;
  const { catalog, payments, refunds, printing, customers } = counter;
  const { backups, reconciliation, chainSync, heartbeat } = backOffice;
  let isStarted = false;
  let isClosed = false;
  let isSignInRequested = false;
  let cancelStart: (() => void) | null = null;
  let cancelReserveCheck: (() => void) | null = null;
  let cancelCleanup: (() => void) | null = null;
  let reserveCheck = Promise.resolve();

  // The earlier of both clocks, so that a clock that jumped ahead deletes nothing: files are dated
  // by one of them.
  const deleteExpiredExports = (): Promise<void> =>
    deleteOldExports(
      getExportsFolder(ports.profileFolder),
      Math.min(clock.now(), ports.clock.now()),
      log,
    );

  const deleteExpiredData = (): void => {
    customers.deleteExpiredCustomers();
    for (const deleteExpired of [
      printing.deleteOldBytes,
      deleteExpiredExports,
      ports.receiptDelivery?.deleteOldDrafts,
    ]) {
      deleteExpired?.().catch((error: unknown) => {
        log.error({ err: error }, 'till: cleanup of expired data failed');
      });
    }
    cancelCleanup = clock.after(CLEANUP_INTERVAL_MS, deleteExpiredData);
  };

  const ensureReserve = (): void => {
    reserveCheck = database.diskSpace.ensureReserve();
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

  const start = (): void => {
    if (isStarted || isClosed) return;
    isStarted = true;
    cancelStart?.();
    idleLock.start();
    customers.deleteExpiredCustomers();
    // A gift card's paper is decrypted with the data key. Without the key, all other papers are
    // printed.
    void shared.keys.open().then(() => {
      if (!isClosed) printing.start();
    });
    backups.start();
    reconciliation.start();
    connection.open();
    heartbeat.start();
    chainSync.start();
    ensureReserve();
    cancelCleanup = clock.after(FIRST_CLEANUP_DELAY_MS, deleteExpiredData);
  };

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
      customers.deleteExpiredCustomers();
      reconciliation.wake();
      refunds.wake();
      chainSync.wake();
      shared.readAccount();
    },
    close: async () => {
      isClosed = true;
      idleLock.stop();
      counter.customerScreen.stop();
      shared.pageEvents.stop();
      cancelStart?.();
      cancelReserveCheck?.();
      cancelCleanup?.();
      connection.stop();
      shopAccount.stop();
      accountForecaster.stop();
      refunds.stop();
      catalog.stop();
      await waitForLastResponses();
      payments.stop();
      for (const stop of [
        chainSync.stop,
        heartbeat.stop,
        shared.otherTillPayments.stop,
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
      database.close();
    },
  };
}
