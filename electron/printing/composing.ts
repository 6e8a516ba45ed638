import type { Tape } from '../../shared/contract/index.ts';
import { DRAWER_LIFE } from '../../shared/rules/index.ts';
import type { Database } from '../ledger/index.ts';
import { type Clock, isoTime, type Log } from '../platform/index.ts';
import { paperOf } from './devices/index.ts';
import { type LaidPaper, layOutPaper, type Paper, writePaperLines } from './layout/index.ts';
import { makePaper } from './make-paper.ts';
import {
  fileNameOf,
  fileNameOfDocument,
  paymentReceipt,
  type Receipt,
  receiptFacts,
  receiptOfDocument,
  testReceipt,
} from './papers/index.ts';
import type { MadeJob, PrintJobRow } from './queue/index.ts';
import { tapeOf } from './tape/index.ts';
import type { PrintingSettings } from './types.ts';

/** The target of a paper's bytes: a printer's model, or a PDF file. */
export function modelNameOf(paper: Paper): string {
  return paper.form === 'sheet' ? 'pdf' : paper.model.name;
}

export interface Composing {
  /** From the ledger, for the printer that is set now. Throws if it cannot be made. */
  make(job: PrintJobRow): Promise<MadeJob>;
  /** The paper's content; for a job that was sent, the lines that the ledger keeps. */
  tape(job: PrintJobRow): Tape;
  /** False once the pulse may have been sent, and once its customer has gone. */
  mayOpenDrawer(job: PrintJobRow): boolean;
}

export function createComposing(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => PrintingSettings;
}): Composing {
  const { database, clock, log, settings } = ports;

  /** The paper, and its file name if it becomes a file. */
  const receiptOf = (
    job: PrintJobRow,
    now: PrintingSettings,
  ): { receipt: Receipt; name: string } => {
    const { receipt, name } = wholeReceiptOf(job, now);
    return { receipt: mayOpenDrawer(job) ? receipt : { ...receipt, drawer: 'stays' }, name };
  };

  /**
   * The drawer opens at only one moment: when the money of this paper goes in or out. A pulse that
   * may have been sent is not sent again. A paper printed long after it was requested, or of a
   * payment whose outcome became known long after it began, opens nothing: a person then opens the
   * drawer by the act for that, which is noted.
   */
  const mayOpenDrawer = ({ isDrawerDone, intentId, createdAt }: PrintJobRow): boolean => {
    if (isDrawerDone) return false;
    const begun = intentId === null ? null : receiptFacts(database, intentId)?.createdAt;
    return [createdAt, begun ?? createdAt].every(isRecent);
  };
  const isRecent = (at: string): boolean => Math.abs(clock.now() - Date.parse(at)) <= DRAWER_LIFE;

  const wholeReceiptOf = (
    job: PrintJobRow,
    now: PrintingSettings,
  ): { receipt: Receipt; name: string } => {
    const { kind, createdAt, document } = job;
    if (kind === 'report') {
      if (document === null) throw new Error(`print job ${job.id} has no document`);
      return {
        receipt: receiptOfDocument(document, now.shop),
        name: fileNameOfDocument(document, createdAt, now),
      };
    }
    const named = (reference: string): string => fileNameOf({ kind, createdAt, reference }, now);
    if (kind === 'test') {
      return { receipt: testReceipt(now, isoTime(clock.now())), name: named(job.id) };
    }
    const facts = job.intentId === null ? null : receiptFacts(database, job.intentId);
    if (facts === null) throw new Error(`print job ${job.id} has no payment`);
    // A copy shows the time at which it was requested, however late it is printed.
    const receipt = paymentReceipt(facts, kind, now, createdAt);
    return { receipt, name: named(facts.externalId) };
  };

  /** Reported only for a recent paper: for an old one nothing can be done. */
  const isDrawerKept = (job: PrintJobRow): boolean => {
    if (job.endedAt !== null && !isRecent(job.endedAt)) return false;
    const now = settings();
    const { drawer, model } = paperOf(now.printer, now);
    const isShut = job.isDrawerDone || (job.bytes !== null && job.drawerAt === null);
    if (!isShut || drawer === null || model.drawer === null) return false;
    try {
      return wholeReceiptOf(job, now).receipt.drawer !== 'stays';
    } catch {
      // A paper that cannot be made opens nothing; the queue has reported it.
      return false;
    }
  };

  const make = async (job: PrintJobRow): Promise<MadeJob> => {
    const now = settings();
    const paper = paperOf(now.printer, now);
    const { receipt, name } = receiptOf(job, now);
    const about = { title: `${now.shop.name} · ${name}`, at: job.createdAt };
    const { laid, bytes, drawerAt } = await makePaper(receipt, paper, about);
    return {
      lines: writePaperLines(laid.lines),
      bytes,
      drawerAt,
      fileName: name,
      columns: paper.columns,
      model: modelNameOf(paper),
      ticketText: laid.ticketText,
    };
  };

  const layOutNow = (job: PrintJobRow): { laid: LaidPaper; paper: Paper } => {
    const now = settings();
    const paper = paperOf(now.printer, now);
    try {
      return { laid: layOutPaper(receiptOf(job, now).receipt, paper), paper };
    } catch (error) {
      // The job itself fails in the queue; its tape is empty and the others are still shown.
      log.error({ err: error, job: job.id }, 'a tape could not be drawn');
      return { laid: { lines: [], page: paper.model.pages[0], ticketText: 'none' }, paper };
    }
  };

  return {
    make,
    mayOpenDrawer,
    tape: (job) => ({ ...tapeOf(job, layOutNow), isDrawerKept: isDrawerKept(job) }),
  };
}
