import { toIsoTime } from '../platform/index.ts';
import { toPrintTarget } from './devices/index.ts';
import { buildDrawerPulse, readReceiptFacts } from './papers/index.ts';
import {
  hasOpenedDrawer,
  insertPrintJob,
  listBasketDrawerJobs,
  listDrawerJobs,
  type PrintJobRow,
} from './queue/index.ts';
import type { Printing, PrintingPorts } from './types.ts';

/** Jobs that are nothing but the drawer's pulse. Each is queued inside a commit, with `wake` after it. */
export interface DrawerPulses extends Pick<Printing, 'openForChange'> {
  /** For a receipt that would open the drawer and is not printed, unless one opened it, or may. */
  queueInsteadOfReceipt(paymentId: string, cashierId: string | null): void;
}

/** Whoever puts cash into the drawer has not shut it yet. */
const DRAWER_OPEN_GRACE_MS = 15_000;

export function createDrawerPulses(
  ports: Pick<PrintingPorts, 'database' | 'clock' | 'newId' | 'settings'>,
): DrawerPulses {
  const { database, clock } = ports;

  const hasDrawer = (): boolean => {
    const now = ports.settings();
    const { drawer, model } = toPrintTarget(now.printer, now);
    return drawer !== null && model.drawer !== null;
  };

  const queue = (kind: 'drawer' | 'change', intentId: string, cashierId: string | null): void => {
    const createdAt = toIsoTime(clock.now());
    insertPrintJob(database, { id: ports.newId(), intentId, kind, createdAt, cashierId });
  };

  /** Opened moments ago, or about to be by a receipt that waits for the printer. */
  const isOpenAnyway = (job: PrintJobRow): boolean => {
    const { kind, state, intentId, drawerAt, bytesSent, endedAt, createdAt } = job;
    if (state === 'waiting' || state === 'printing') {
      const facts =
        kind === 'original' && intentId !== null && readReceiptFacts(database, intentId);
      return facts ? buildDrawerPulse(facts).drawer !== 'stays' : true;
    }
    const isDone = job.isDrawerDone || (drawerAt !== null && (bytesSent ?? 0) > drawerAt);
    return (
      isDone && Math.abs(clock.now() - Date.parse(endedAt ?? createdAt)) <= DRAWER_OPEN_GRACE_MS
    );
  };

  return {
    queueInsteadOfReceipt: (paymentId, cashierId) => {
      const facts = readReceiptFacts(database, paymentId);
      if (facts === null || buildDrawerPulse(facts).drawer === 'stays' || !hasDrawer()) return;
      const isTried = listDrawerJobs(database, paymentId).some(({ kind }) => kind === 'drawer');
      if (isTried || hasOpenedDrawer(database, paymentId, null)) return;
      queue('drawer', paymentId, cashierId);
    },
    openForChange: (paymentId, cashierId) => {
      if (!hasDrawer()) return;
      const jobs = listBasketDrawerJobs(database, paymentId);
      if (jobs.some((job) => job.kind === 'change' || isOpenAnyway(job))) return;
      queue('change', paymentId, cashierId);
    },
  };
}
