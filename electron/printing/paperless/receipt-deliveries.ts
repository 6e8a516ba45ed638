import {
  fail,
  ok,
  type Problem,
  type ReceiptDeliveryMethod,
  type Result,
} from '../../../shared/contract/index.ts';
import type { AuditPerson } from '../../ledger/audit/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import type { DrawerPulses } from '../drawer-pulses.ts';
import type { PrintJobRenderer } from '../job-renderer.ts';
import { isPaymentCompleted, type ReceiptFacts, readReceiptFacts } from '../papers/index.ts';
import {
  endPrintJob,
  insertPrintJob,
  isGiftCardCodeHidden,
  listUsedDeliveryMethods,
  type PrintJobRow,
  type RenderedPrintJob,
  readOriginalPrintJob,
  startPrintJob,
} from '../queue/index.ts';
import type { PrintingPorts } from '../types.ts';
import {
  getAvailableDeliveryMethods,
  isPrintJobEnded,
  isPrintJobUnprinted,
} from './available-delivery-methods.ts';

/** The ledger's facts about a receipt that a customer wants without paper. */
interface ReceiptStatus {
  readonly facts: ReceiptFacts;
  readonly state: PrintJobRow['state'];
  readonly isGuarded: boolean;
  readonly isFirst: boolean;
}

/** One delivery of a receipt to a customer. */
export interface ReceiptDelivery {
  readonly paymentId: string;
  readonly way: ReceiptDeliveryMethod;
  readonly by: AuditPerson;
  readonly approvedBy: AuditPerson | null;
  /** The delivery is the original, not a copy. */
  readonly isFirst: boolean;
}

export interface ReceiptDeliveryPorts {
  readonly canOpenDrawer: PrintJobRenderer['canOpenDrawer'];
  readonly queueInsteadOfReceipt: DrawerPulses['enqueueDrawerPulseInsteadOfReceipt'];
  /** Reports a job, and prints the waiting jobs. */
  readonly onChanged: (jobId: string, paymentId: string) => void;
}

/** Records each step of a receipt's delivery without paper in the ledger. */
export interface ReceiptDeliveries {
  /** Whether the receipt may be delivered by this method, by the current state of the ledger. */
  validateDelivery(paymentId: string, way: ReceiptDeliveryMethod): Result<ReceiptStatus>;
  /**
   * Commits the job before anything is sent, and returns its id; `complete` or `cancel` ends it once
   * the result is known. Checks everything again: a dialog may have been open for minutes.
   */
  start(delivery: ReceiptDelivery, rendered: RenderedPrintJob): Result<string>;
  /** Delivered. A paper that was not printed is no longer needed. */
  complete(delivery: ReceiptDelivery, id: string, length: number): void;
  /** Not delivered: the customer does not have the receipt, and the paper is still needed. */
  cancel(delivery: ReceiptDelivery, id: string): void;
  /**
   * The mail program turned out to have opened no message: the paper is needed again as it was before,
   * unless the receipt was delivered by another method meanwhile.
   */
  revert(delivery: ReceiptDelivery, id: string, before: PrintJobRow | null): void;
  /** The customer wants no receipt. */
  recordDeclined(delivery: ReceiptDelivery): void;
}

export function createReceiptDeliveries(
  ports: Pick<PrintingPorts, 'database' | 'clock' | 'createId' | 'getViewer' | 'audit'>,
  paper: ReceiptDeliveryPorts,
): ReceiptDeliveries {
  const { database, clock, createId } = ports;

  /** A gift card whose code a person may already have. */
  const needsApproval = (facts: ReceiptFacts, paymentId: string, original: PrintJobRow): boolean =>
    facts.kind === 'gift-card' &&
    ((original.bytesSent ?? 0) > 0 ||
      listUsedDeliveryMethods(database, paymentId).length > 0 ||
      isGiftCardCodeHidden(database, paymentId, ports.getViewer()));

  /** Nothing of it was printed or delivered: this delivery is the original. */
  const isFirst = (paymentId: string, { bytesSent }: PrintJobRow): boolean =>
    (bytesSent ?? 0) === 0 &&
    listUsedDeliveryMethods(database, paymentId).every((deliveredWay) => deliveredWay === 'none');

  const validateDelivery = (
    paymentId: string,
    way: ReceiptDeliveryMethod,
  ): Result<ReceiptStatus> => {
    const facts = readReceiptFacts(database, paymentId);
    if (facts === null) return fail({ kind: 'not-found', what: 'payment' });
    const original = readOriginalPrintJob(database, paymentId);
    if (original === null || !isPaymentCompleted(facts) || !isPrintJobEnded(original.state)) {
      const state = isPaymentCompleted(facts) ? (original?.state ?? facts.state) : facts.state;
      return fail({ kind: 'payment-state', state, until: null });
    }
    if (!getAvailableDeliveryMethods(facts, original).includes(way)) {
      return fail({ kind: 'without-paper', reason: 'has-to-be-printed' });
    }
    return ok({
      facts,
      state: original.state,
      isGuarded: needsApproval(facts, paymentId, original),
      isFirst: isFirst(paymentId, original),
    });
  };

  /**
   * Repeats the check directly before the receipt is sent: a dialog may have been open for minutes,
   * during which the paper was printed, the receipt was delivered to another person, or the till was
   * locked.
   */
  const findCurrentRefusal = (delivery: ReceiptDelivery): Problem | null => {
    const { paymentId, way, by, approvedBy } = delivery;
    const allowed = validateDelivery(paymentId, way);
    if (!allowed.ok) return allowed.problem;
    // A later session of the same cashier counts as well: `isGuarded` covers what it may not see.
    if (ports.getViewer()?.cashierId !== by.id) return { kind: 'not-signed-in' };
    const { state, isGuarded } = allowed.value;
    if (isGuarded && approvedBy === null) return { kind: 'not-allowed', needs: 'supervisor' };
    // It was rendered as the original, which the customer already has by now.
    const isNoLongerFirst = delivery.isFirst && !allowed.value.isFirst;
    return isNoLongerFirst ? { kind: 'payment-state', state, until: null } : null;
  };

  const start = (delivery: ReceiptDelivery, rendered: RenderedPrintJob): Result<string> => {
    const { paymentId, way, by, approvedBy } = delivery;
    const at = toIsoTime(clock.now());
    const id = createId();
    return database.commit(() => {
      const refusal = findCurrentRefusal(delivery);
      if (refusal !== null) return fail(refusal);
      insertPrintJob(database, {
        id,
        intentId: paymentId,
        kind: way,
        createdAt: at,
        cashierId: by.id,
        approvedBy: approvedBy?.id ?? null,
        skippedFor: 'till-stopped',
      });
      startPrintJob(database, id, rendered);
      endPrintJob(database, id, { state: 'skipped', reason: 'till-stopped', bytesSent: 0, at });
      if (approvedBy !== null) {
        const detail = { paymentId, jobId: id };
        ports.audit.recordInTransaction({ kind: 'reprint-gift-card', by, approvedBy, detail });
      }
      return ok(id);
    });
  };

  const complete = ({ paymentId, way, by }: ReceiptDelivery, id: string, length: number): void => {
    const at = toIsoTime(clock.now());
    database.commit(() => {
      endPrintJob(database, id, { state: 'printed', reason: null, bytesSent: length, at });
      skipOriginalInCommit(paymentId, way, by.id, at);
    });
    paper.onChanged(id, paymentId);
  };

  const cancel = ({ paymentId }: ReceiptDelivery, id: string): void => {
    const at = toIsoTime(clock.now());
    database.commit(() =>
      endPrintJob(database, id, { state: 'skipped', reason: 'error', bytesSent: 0, at }),
    );
    paper.onChanged(id, paymentId);
  };

  const revert = (
    { paymentId, by }: ReceiptDelivery,
    id: string,
    before: PrintJobRow | null,
  ): void => {
    const at = toIsoTime(clock.now());
    database.commit(() => {
      endPrintJob(database, id, { state: 'skipped', reason: 'error', bytesSent: 0, at });
      const original = readOriginalPrintJob(database, paymentId);
      if (before === null || original?.reason !== 'given-mail') return;
      const { state, reason, bytesSent, endedAt } = before;
      endPrintJob(database, original.id, { state, reason, bytesSent, at: endedAt });
      const latestWay = listUsedDeliveryMethods(database, paymentId).at(-1);
      if (latestWay !== undefined) skipOriginalInCommit(paymentId, latestWay, by.id, at);
    });
    paper.onChanged(id, paymentId);
  };

  /** Skips a paper that was not printed; the drawer's pulse is then queued without it. */
  const skipOriginalInCommit = (
    paymentId: string,
    way: ReceiptDeliveryMethod,
    cashierId: string,
    at: string,
  ): void => {
    const original = readOriginalPrintJob(database, paymentId);
    if (original === null || !isPrintJobUnprinted(original)) return;
    if (original.state === 'skipped' && original.reason !== 'on-request') return;
    const { bytesSent } = original;
    const reason = `given-${way}` as const;
    endPrintJob(database, original.id, { state: 'skipped', reason, bytesSent, at });
    if (paper.canOpenDrawer(original)) paper.queueInsteadOfReceipt(paymentId, cashierId);
  };

  const recordDeclined = ({ paymentId, by }: ReceiptDelivery): void => {
    const at = toIsoTime(clock.now());
    const id = createId();
    const job = { id, intentId: paymentId, kind: 'none', createdAt: at, cashierId: by.id } as const;
    database.commit(() => {
      insertPrintJob(database, { ...job, skippedFor: 'given-none' });
      skipOriginalInCommit(paymentId, 'none', by.id, at);
    });
    paper.onChanged(id, paymentId);
  };

  return {
    validateDelivery,
    start,
    complete,
    cancel,
    revert,
    recordDeclined,
  };
}
