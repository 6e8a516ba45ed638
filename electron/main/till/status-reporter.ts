import {
  readLedgerFacts,
  type StatusReport,
  type UpdateGateFacts,
} from '../../back-office/monitoring/index.ts';
import type { Status } from '../../back-office/status/index.ts';
import type { Payments } from '../../counter/payments/index.ts';
import type { Staff } from '../../counter/staff/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock } from '../../platform/index.ts';
import type { TillSettings } from '../../settings/index.ts';
import { buildOpenTillReport } from './closed-till.ts';
import type { ProgramPorts } from './ports.ts';

/** What others than the counter ask a till that is open; of one that is closed, `createClosedTill`. */
export interface StatusReporter {
  /** What this till says of itself to whoever looks after many. */
  getStatusReport(): StatusReport;
  /** What the gate of updates asks when the person who is signed in wants to install one. */
  getUpdateGate(): UpdateGateFacts;
}

export function createStatusReporter(
  ports: Pick<ProgramPorts, 'profileFolder' | 'applicationVersion'>,
  parts: {
    readonly database: Database;
    /** The service's time. */
    readonly clock: Pick<Clock, 'now'>;
    /** This computer's own. */
    readonly ownClock: Pick<Clock, 'now'>;
    readonly tillSettings: () => TillSettings;
    readonly status: Status;
    readonly payments: Payments;
    readonly staff: Staff;
  },
): StatusReporter {
  const { database, tillSettings, payments, staff } = parts;
  return {
    getStatusReport: () =>
      buildOpenTillReport({
        profileFolder: ports.profileFolder,
        version: ports.applicationVersion,
        database,
        now: parts.ownClock.now(),
        settings: tillSettings(),
        line: parts.status.getLine(),
        isSending: payments.isSending(),
        // Behind a lock somebody's work may wait.
        hasCustomer: staff.current() !== null || staff.getLockState() !== null,
      }),
    getUpdateGate: () => {
      // Whoever is signed in and asks for the update has no customer, except for an outcome that
      // has not been seen yet, or a basket.
      const cashier = staff.current();
      const hasInHand =
        cashier !== null &&
        [payments.inHand({}, cashier), payments.basket.current({}, cashier)].some(
          (one) => !(one.ok && one.value === null),
        );
      return {
        ledger: readLedgerFacts(database),
        isOfNewerProgram: false,
        isSending: payments.isSending(),
        hasCustomer: staff.getLockState() !== null || hasInHand,
        shifts: tillSettings().shifts ?? 'automatic',
        timeZone: tillSettings().timeZone,
        now: parts.clock.now(),
      };
    },
  };
}
