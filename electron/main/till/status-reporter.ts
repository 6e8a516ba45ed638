import {
  readLedgerStatusFacts,
  type StatusReport,
  type UpdateGateFacts,
} from '../../back-office/monitoring/index.ts';
import type { StatusLineBuilder } from '../../back-office/status/index.ts';
import type { Payments } from '../../counter/payments/index.ts';
import type { Staff } from '../../counter/staff/index.ts';
import type { Database } from '../../ledger/index.ts';
import { buildOpenTillStatusReport } from '../../operations/headless/index.ts';
import type { Clock } from '../../platform/index.ts';
import type { EffectiveSettings } from '../../settings/index.ts';
import type { ProgramPorts } from './ports.ts';

/**
 * Reports of an open till for callers other than the counter; `createClosedTillReader` is for a closed
 * one.
 */
export interface StatusReporter {
  /** The till's status report for remote monitoring of many tills. */
  getStatusReport(): StatusReport;
  /** The input of the update gate when the signed-in person wants to install an update. */
  getUpdateGate(): UpdateGateFacts;
}

export function createStatusReporter(
  ports: Pick<ProgramPorts, 'profileFolder' | 'applicationVersion'>,
  parts: {
    readonly database: Database;
    /** The service's time. */
    readonly serviceClock: Pick<Clock, 'now'>;
    /** This computer's own. */
    readonly computerClock: Pick<Clock, 'now'>;
    readonly tillSettings: () => EffectiveSettings;
    readonly status: StatusLineBuilder;
    readonly payments: Payments;
    readonly staff: Staff;
  },
): StatusReporter {
  const { database, tillSettings, payments, staff } = parts;
  return {
    getStatusReport: () =>
      buildOpenTillStatusReport({
        profileFolder: ports.profileFolder,
        version: ports.applicationVersion,
        database,
        now: parts.computerClock.now(),
        settings: tillSettings(),
        statusLine: parts.status.getStatusLine(),
        isSending: payments.isSending(),
        // A locked till may hold unfinished work.
        hasCustomer: staff.getCurrentCashier() !== null || staff.getLockState() !== null,
      }),
    getUpdateGate: () => {
      // The person who is signed in and requests the update has no customer, except for an outcome
      // that has not been seen yet, or a basket.
      const cashier = staff.getCurrentCashier();
      const hasUnfinishedSale =
        cashier !== null &&
        [payments.current({}, cashier), payments.basket.current({}, cashier)].some(
          (result) => !(result.ok && result.value === null),
        );
      return {
        ledger: readLedgerStatusFacts(database),
        isLedgerOfNewerProgram: false,
        isSendingPayment: payments.isSending(),
        isServingCustomer: staff.getLockState() !== null || hasUnfinishedSale,
        shifts: tillSettings().shifts,
        timeZone: tillSettings().timeZone,
        now: parts.serviceClock.now(),
      };
    },
  };
}
