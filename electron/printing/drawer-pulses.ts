import { toIsoTime } from '../platform/index.ts';
import { toPrintTarget } from './devices/index.ts';
import { buildPaymentDrawerPulse, readReceiptFacts } from './papers/index.ts';
import {
  hasOpenedDrawer,
  insertPrintJob,
  listBasketDrawerJobs,
  listDrawerJobs,
  type PrintJobRow,
} from './queue/index.ts';
import type { Printing, PrintingPorts } from './types.ts';

/** Jobs with only the drawer's pulse. Each is queued inside a commit, with `wake` after it. */
export interface DrawerPulses extends Pick<Printing, 'openDrawerForChange'> {
  /** For a receipt that would open the drawer and is not printed, unless it was or may be opened. */
  enqueueDrawerPulseInsteadOfReceipt(paymentId: string, cashierId: string | null): void;
}

/** The cashier is assumed not to have shut the drawer within this time. */
const DRAWER_OPEN_GRACE_MS = 15_000;

export function createDrawerPulses(
  ports: Pick<PrintingPorts, 'database' | 'clock' | 'createId' | 'settings'>,
): DrawerPulses {
  const { database, clock } = ports;

  const hasDrawer = (): boolean => {
    const current = ports.settings();
    const { drawer, model } = toPrintTarget(current.printer, current);
    return drawer !== null && model.drawer !== null;
  };

  const insertPulseJob = (
    kind: 'drawer' | 'change',
    intentId: string,
    cashierId: string | null,
  ): void => {
    const createdAt = toIsoTime(clock.now());
    insertPrintJob(database, { id: ports.createId(), intentId, kind, createdAt, cashierId });
  };

  /** Opened moments ago, or about to be opened by a receipt that waits for the printer. */
  const isOpenOrOpening = (job: PrintJobRow): boolean => {
    const { kind, state, intentId, drawerAt, bytesSent, endedAt, createdAt } = job;
    if (state === 'waiting' || state === 'printing') {
      const facts =
        kind === 'original' && intentId !== null && readReceiptFacts(database, intentId);
      return facts ? buildPaymentDrawerPulse(facts).drawer !== 'stays' : true;
    }
    const isPulseSent = job.isDrawerDone || (drawerAt !== null && (bytesSent ?? 0) > drawerAt);
    return (
      isPulseSent &&
      Math.abs(clock.now() - Date.parse(endedAt ?? createdAt)) <= DRAWER_OPEN_GRACE_MS
    );
  };

  return {
    enqueueDrawerPulseInsteadOfReceipt: (paymentId, cashierId) => {
      const facts = readReceiptFacts(database, paymentId);
      if (facts === null || buildPaymentDrawerPulse(facts).drawer === 'stays' || !hasDrawer())
        return;
      const hasPulseJob = listDrawerJobs(database, paymentId).some(({ kind }) => kind === 'drawer');
      if (hasPulseJob || hasOpenedDrawer(database, paymentId, null)) return;
      insertPulseJob('drawer', paymentId, cashierId);
    },
    openDrawerForChange: (paymentId, cashierId) => {
      if (!hasDrawer()) return;
      const jobs = listBasketDrawerJobs(database, paymentId);
      if (jobs.some((job) => job.kind === 'change' || isOpenOrOpening(job))) return;
      insertPulseJob('change', paymentId, cashierId);
    },
  };
}
