import {
  fail,
  ok,
  type Problem,
  type ReceiptWay,
  type Result,
} from '../../../shared/contract/index.ts';
import type { AuditPerson } from '../../audit/index.ts';
import { isoTime } from '../../platform/index.ts';
import type { DrawerPulses } from '../drawer-pulses.ts';
import type { JobPapers } from '../job-papers.ts';
import { isDone, type ReceiptFacts, receiptFacts } from '../papers/index.ts';
import {
  endPrintJob,
  insertPrintJob,
  isGiftCardOfOneGone,
  type MadeJob,
  originalPrintJob,
  type PrintJobRow,
  takePrintJob,
  waysGiven,
} from '../queue/index.ts';
import type { PrintingPorts } from '../types.ts';
import { isEnded, isNotOut, waysOf } from './ways.ts';

/** What the ledger says of a receipt that somebody wants without paper. */
interface Standing {
  readonly facts: ReceiptFacts;
  readonly state: PrintJobRow['state'];
  readonly isGuarded: boolean;
  readonly isFirst: boolean;
}

/** One receipt on its way to a person. */
export interface Giving {
  readonly paymentId: string;
  readonly way: ReceiptWay;
  readonly by: AuditPerson;
  readonly approvedBy: AuditPerson | null;
  /** What is given is the original itself. */
  readonly isFirst: boolean;
}

export interface GivingPorts {
  readonly mayOpenDrawer: JobPapers['mayOpenDrawer'];
  readonly openInstead: DrawerPulses['openInstead'];
  /** Reports a job, and has printed what waits. */
  readonly changed: (jobId: string, paymentId: string) => void;
}

/** What the ledger keeps of a receipt that is given without paper, step by step. */
export interface Givings {
  /** Whether the receipt may be given so, as the ledger is at this moment. */
  look(paymentId: string, way: ReceiptWay): Result<Standing>;
  /**
   * Writes the job down before anything leaves, and returns its id; `end` closes it once it is known
   * what became of it. Asks everything once more: a dialog may have stood there for minutes.
   */
  begin(giving: Giving, made: MadeJob): Result<string>;
  /** Given. The paper that did not come out is not waited for any more. */
  end(giving: Giving, id: string, length: number): void;
  /** Not given after all: nobody has it, and the paper is still owed. */
  drop(giving: Giving, id: string): void;
  /**
   * The mail program opened no message after all: the paper is owed again as it was before, unless it
   * was given another way meanwhile.
   */
  takeBack(giving: Giving, id: string, before: PrintJobRow | null): void;
  /** The customer wants none. */
  noteNotWanted(giving: Giving): void;
}

export function createGivings(
  ports: Pick<PrintingPorts, 'database' | 'clock' | 'newId' | 'viewer' | 'audit'>,
  paper: GivingPorts,
): Givings {
  const { database, clock, newId } = ports;

  /** A card's code that somebody may have already. */
  const needsApproval = (facts: ReceiptFacts, paymentId: string, original: PrintJobRow): boolean =>
    facts.kind === 'gift-card' &&
    ((original.bytesSent ?? 0) > 0 ||
      waysGiven(database, paymentId).length > 0 ||
      isGiftCardOfOneGone(database, paymentId, ports.viewer()));

  /** Nothing of it came out, and it was not given: what is given now is the original itself. */
  const isFirst = (paymentId: string, { bytesSent }: PrintJobRow): boolean =>
    (bytesSent ?? 0) === 0 && waysGiven(database, paymentId).every((one) => one === 'none');

  const look = (paymentId: string, way: ReceiptWay): Result<Standing> => {
    const facts = receiptFacts(database, paymentId);
    if (facts === null) return fail({ kind: 'not-found', what: 'payment' });
    const original = originalPrintJob(database, paymentId);
    if (original === null || !isDone(facts) || !isEnded(original.state)) {
      const state = isDone(facts) ? (original?.state ?? facts.state) : facts.state;
      return fail({ kind: 'payment-state', state, until: null });
    }
    if (!waysOf(facts, original).includes(way)) {
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
  const refusalNow = (giving: Giving): Problem | null => {
    const { paymentId, way, by, approvedBy } = giving;
    const now = look(paymentId, way);
    if (!now.ok) return now.problem;
    // Her own later session counts as well: what it may not see is guarded.
    if (ports.viewer()?.cashierId !== by.id) return { kind: 'not-signed-in' };
    const { state, isGuarded } = now.value;
    if (isGuarded && approvedBy === null) return { kind: 'not-allowed', needs: 'supervisor' };
    // It was made as the original, which the customer has by now.
    const isSecond = giving.isFirst && !now.value.isFirst;
    return isSecond ? { kind: 'payment-state', state, until: null } : null;
  };

  const begin = (giving: Giving, made: MadeJob): Result<string> => {
    const { paymentId, way, by, approvedBy } = giving;
    const at = isoTime(clock.now());
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
      takePrintJob(database, id, made);
      endPrintJob(database, id, { state: 'skipped', reason: 'till-stopped', bytesSent: 0, at });
      if (approvedBy !== null) {
        const detail = { paymentId, jobId: id };
        ports.audit.noteInCommit({ kind: 'reprint-gift-card', by, approvedBy, detail });
      }
      return ok(id);
    });
  };

  const end = ({ paymentId, way, by }: Giving, id: string, length: number): void => {
    const at = isoTime(clock.now());
    database.commit(() => {
      endPrintJob(database, id, { state: 'printed', reason: null, bytesSent: length, at });
      settleInCommit(paymentId, way, by.id, at);
    });
    paper.changed(id, paymentId);
  };

  const drop = ({ paymentId }: Giving, id: string): void => {
    const at = isoTime(clock.now());
    database.commit(() =>
      endPrintJob(database, id, { state: 'skipped', reason: 'error', bytesSent: 0, at }),
    );
    paper.changed(id, paymentId);
  };

  const takeBack = ({ paymentId, by }: Giving, id: string, before: PrintJobRow | null): void => {
    const at = isoTime(clock.now());
    database.commit(() => {
      endPrintJob(database, id, { state: 'skipped', reason: 'error', bytesSent: 0, at });
      const original = originalPrintJob(database, paymentId);
      if (before === null || original?.reason !== 'given-mail') return;
      const { state, reason, bytesSent, endedAt } = before;
      endPrintJob(database, original.id, { state, reason, bytesSent, at: endedAt });
      const other = waysGiven(database, paymentId).at(-1);
      if (other !== undefined) settleInCommit(paymentId, other, by.id, at);
    });
    paper.changed(id, paymentId);
  };

  /** The paper that did not come out is not waited for any more: nor may the drawer wait for it. */
  const settleInCommit = (
    paymentId: string,
    way: ReceiptWay,
    cashierId: string,
    at: string,
  ): void => {
    const original = originalPrintJob(database, paymentId);
    if (original === null || !isNotOut(original)) return;
    if (original.state === 'skipped' && original.reason !== 'on-request') return;
    const { bytesSent } = original;
    const reason = `given-${way}` as const;
    endPrintJob(database, original.id, { state: 'skipped', reason, bytesSent, at });
    if (paper.mayOpenDrawer(original)) paper.openInstead(paymentId, cashierId);
  };

  const noteNotWanted = ({ paymentId, by }: Giving): void => {
    const at = isoTime(clock.now());
    const id = newId();
    const job = { id, intentId: paymentId, kind: 'none', createdAt: at, cashierId: by.id } as const;
    database.commit(() => {
      insertPrintJob(database, { ...job, skippedFor: 'given-none' });
      settleInCommit(paymentId, 'none', by.id, at);
    });
    paper.changed(id, paymentId);
  };

  return { look, begin, end, drop, takeBack, noteNotWanted };
}
