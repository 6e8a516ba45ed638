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
import type { JobRenderer } from '../job-renderer.ts';
import { isCompleted, type ReceiptFacts, readReceiptFacts } from '../papers/index.ts';
import {
  endPrintJob,
  insertPrintJob,
  isGiftCardHidden,
  listGivenWays,
  type PrintJobRow,
  type RenderedJob,
  readOriginalPrintJob,
  startPrintJob,
} from '../queue/index.ts';
import type { PrintingPorts } from '../types.ts';
import { getAvailableWays, isEnded, isNotPrinted } from './available-ways.ts';

/** What the ledger says of a receipt that somebody wants without paper. */
interface ReceiptStatus {
  readonly facts: ReceiptFacts;
  readonly state: PrintJobRow['state'];
  readonly isGuarded: boolean;
  readonly isFirst: boolean;
}

/** One receipt on its way to a person. */
export interface ReceiptDelivery {
  readonly paymentId: string;
  readonly way: ReceiptDeliveryMethod;
  readonly by: AuditPerson;
  readonly approvedBy: AuditPerson | null;
  /** What is given is the original itself. */
  readonly isFirst: boolean;
}

export interface ReceiptDeliveryPorts {
  readonly canOpenDrawer: JobRenderer['canOpenDrawer'];
  readonly queueInsteadOfReceipt: DrawerPulses['queueInsteadOfReceipt'];
  /** Reports a job, and has printed what waits. */
  readonly onChanged: (jobId: string, paymentId: string) => void;
}

/** What the ledger keeps of a receipt that is given without paper, step by step. */
export interface ReceiptDeliveries {
  /** Whether the receipt may be given so, as the ledger is at this moment. */
  checkAllowed(paymentId: string, way: ReceiptDeliveryMethod): Result<ReceiptStatus>;
  /**
   * Writes the job down before anything leaves, and returns its id; `end` closes it once it is known
   * what became of it. Asks everything once more: a dialog may have stood there for minutes.
   */
  start(giving: ReceiptDelivery, made: RenderedJob): Result<string>;
  /** Given. The paper that did not come out is not waited for any more. */
  complete(giving: ReceiptDelivery, id: string, length: number): void;
  /** Not given after all: nobody has it, and the paper is still owed. */
  cancel(giving: ReceiptDelivery, id: string): void;
  /**
   * The mail program opened no message after all: the paper is owed again as it was before, unless it
   * was given another way meanwhile.
   */
  revert(giving: ReceiptDelivery, id: string, before: PrintJobRow | null): void;
  /** The customer wants none. */
  recordDeclined(giving: ReceiptDelivery): void;
}

export function createReceiptDeliveries(
  ports: Pick<PrintingPorts, 'database' | 'clock' | 'newId' | 'viewer' | 'audit'>,
  paper: ReceiptDeliveryPorts,
): ReceiptDeliveries {
  const { database, clock, newId } = ports;

  /** A card's code that somebody may have already. */
  const needsApproval = (facts: ReceiptFacts, paymentId: string, original: PrintJobRow): boolean =>
    facts.kind === 'gift-card' &&
    ((original.bytesSent ?? 0) > 0 ||
      listGivenWays(database, paymentId).length > 0 ||
      isGiftCardHidden(database, paymentId, ports.viewer()));

  /** Nothing of it came out, and it was not given: what is given now is the original itself. */
  const isFirst = (paymentId: string, { bytesSent }: PrintJobRow): boolean =>
    (bytesSent ?? 0) === 0 && listGivenWays(database, paymentId).every((one) => one === 'none');

  const checkAllowed = (paymentId: string, way: ReceiptDeliveryMethod): Result<ReceiptStatus> => {
    const facts = readReceiptFacts(database, paymentId);
    if (facts === null) return fail({ kind: 'not-found', what: 'payment' });
    const original = readOriginalPrintJob(database, paymentId);
    if (original === null || !isCompleted(facts) || !isEnded(original.state)) {
      const state = isCompleted(facts) ? (original?.state ?? facts.state) : facts.state;
      return fail({ kind: 'payment-state', state, until: null });
    }
    if (!getAvailableWays(facts, original).includes(way)) {
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
   * The same once more when it is about to leave: a dialog may have stood there for minutes, in which
   * the paper came out, somebody else was given it, or the till locked.
   */
  const refusalNow = (giving: ReceiptDelivery): Problem | null => {
    const { paymentId, way, by, approvedBy } = giving;
    const now = checkAllowed(paymentId, way);
    if (!now.ok) return now.problem;
    // Her own later session counts as well: what it may not see is guarded.
    if (ports.viewer()?.cashierId !== by.id) return { kind: 'not-signed-in' };
    const { state, isGuarded } = now.value;
    if (isGuarded && approvedBy === null) return { kind: 'not-allowed', needs: 'supervisor' };
    // It was made as the original, which the customer has by now.
    const isSecond = giving.isFirst && !now.value.isFirst;
    return isSecond ? { kind: 'payment-state', state, until: null } : null;
  };

  const start = (giving: ReceiptDelivery, made: RenderedJob): Result<string> => {
    const { paymentId, way, by, approvedBy } = giving;
    const at = toIsoTime(clock.now());
    const id = newId();
    return database.commit(() => {
      const refusal = refusalNow(giving);
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
      startPrintJob(database, id, made);
      endPrintJob(database, id, { state: 'skipped', reason: 'till-stopped', bytesSent: 0, at });
      if (approvedBy !== null) {
        const detail = { paymentId, jobId: id };
        ports.audit.noteInCommit({ kind: 'reprint-gift-card', by, approvedBy, detail });
      }
      return ok(id);
    });
  };

  const complete = ({ paymentId, way, by }: ReceiptDelivery, id: string, length: number): void => {
    const at = toIsoTime(clock.now());
    database.commit(() => {
      endPrintJob(database, id, { state: 'printed', reason: null, bytesSent: length, at });
      settleInCommit(paymentId, way, by.id, at);
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
      const other = listGivenWays(database, paymentId).at(-1);
      if (other !== undefined) settleInCommit(paymentId, other, by.id, at);
    });
    paper.onChanged(id, paymentId);
  };

  /** The paper that did not come out is not waited for any more: nor may the drawer wait for it. */
  const settleInCommit = (
    paymentId: string,
    way: ReceiptDeliveryMethod,
    cashierId: string,
    at: string,
  ): void => {
    const original = readOriginalPrintJob(database, paymentId);
    if (original === null || !isNotPrinted(original)) return;
    if (original.state === 'skipped' && original.reason !== 'on-request') return;
    const { bytesSent } = original;
    const reason = `given-${way}` as const;
    endPrintJob(database, original.id, { state: 'skipped', reason, bytesSent, at });
    if (paper.canOpenDrawer(original)) paper.queueInsteadOfReceipt(paymentId, cashierId);
  };

  const recordDeclined = ({ paymentId, by }: ReceiptDelivery): void => {
    const at = toIsoTime(clock.now());
    const id = newId();
    const job = { id, intentId: paymentId, kind: 'none', createdAt: at, cashierId: by.id } as const;
    database.commit(() => {
      insertPrintJob(database, { ...job, skippedFor: 'given-none' });
      settleInCommit(paymentId, 'none', by.id, at);
    });
    paper.onChanged(id, paymentId);
  };

  return {
    checkAllowed,
    start,
    complete,
    cancel,
    revert,
    recordDeclined,
  };
}
