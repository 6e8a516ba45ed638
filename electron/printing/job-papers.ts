import { RECEIPT_WAYS, type ReceiptWay, type Tape } from '../../shared/contract/index.ts';
import { beginningOf, DRAWER_LIFE } from '../../shared/rules/index.ts';
import type { Database } from '../ledger/index.ts';
import { type Clock, isoTime, type Log } from '../platform/index.ts';
import { paperOf } from './devices/index.ts';
import { layOutPaper, type Paper } from './layout/index.ts';
import { writePaper } from './make-paper.ts';
import {
  changePulse,
  drawerPulse,
  fileNameOf,
  fileNameOfDocument,
  paymentReceipt,
  type Receipt,
  type ReceiptFacts,
  receiptFacts,
  receiptOfDocument,
  testReceipt,
} from './papers/index.ts';
import {
  drawerJobsOf,
  hasOpenedDrawer,
  type MadeJob,
  type PrintJobRow,
  pictureOf,
} from './queue/index.ts';
import { type LaidNow, tapeOf } from './tape/index.ts';
import { makeApart, type PaperOrder } from './thread/index.ts';
import type { PrintingSettings } from './types.ts';

/** The target of a paper's bytes: a printer's model, or a PDF file. */
export function modelNameOf(paper: Paper): string {
  return paper.form === 'sheet' ? 'pdf' : paper.model.name;
}

export interface JobPapers {
  /** From the ledger, for the printer that is set now. Throws if it cannot be made. */
  make(job: PrintJobRow): Promise<MadeJob>;
  /** The paper's content; for a job that was sent, the lines that the ledger keeps. */
  tape(job: PrintJobRow): Tape;
  /** False once the pulse may have been sent, and once its customer has gone. */
  mayOpenDrawer(job: PrintJobRow): boolean;
  /** A receipt as a PDF file, for whoever wants no paper. `at`: ISO 8601, UTC. */
  makePdf(facts: ReceiptFacts, kind: 'original' | 'copy', at: string): Promise<MadeJob>;
}

/**
 * Of a text of the service that has not been printed, the tape shows this much, in bytes. A longer
 * one is also too long to be laid out while the counter waits.
 */
const SHOWN_TICKET_BYTES = 4 * 1024;

function isWay(kind: PrintJobRow['kind']): kind is ReceiptWay {
  return RECEIPT_WAYS.some((way) => way === kind);
}

function isLong({ ticket }: Receipt): boolean {
  return ticket !== null && beginningOf(ticket, SHOWN_TICKET_BYTES).isCut;
}

function forThread({ model, ...paper }: Paper): Pick<PaperOrder, 'paper' | 'model'> {
  return { paper, model: model.name };
}

export function createJobPapers(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => PrintingSettings;
  readonly paperWorker: URL;
  /** Aborted when the till does not wait for a paper any more. */
  readonly signal: AbortSignal;
}): JobPapers {
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
   * The drawer opens only when the money of this paper goes in or out. A pulse that may have been
   * sent is not sent again. If a paper is printed long after it was requested, or if the outcome of
   * its payment became known long after it began, the drawer stays closed. A person then opens it
   * by the act for that, which is noted.
   */
  const mayOpenDrawer = ({ id, kind, isDrawerDone, intentId, createdAt }: PrintJobRow): boolean => {
    if (isDrawerDone) return false;
    if (kind !== 'change' && intentId !== null && hasOpenedDrawer(database, intentId, id))
      return false;
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
    const isPulse = kind === 'drawer' || kind === 'change';
    const fileKind = isPulse || isWay(kind) ? 'original' : kind;
    const named = (reference: string): string =>
      fileNameOf({ kind: fileKind, createdAt, reference }, now);
    if (kind === 'test') {
      return { receipt: testReceipt(now, isoTime(clock.now())), name: named(job.id) };
    }
    const facts = job.intentId === null ? null : receiptFacts(database, job.intentId);
    if (facts === null) throw new Error(`print job ${job.id} has no payment`);
    if (kind === 'change') return { receipt: changePulse(), name: named(facts.externalId) };
    if (kind === 'drawer') return { receipt: drawerPulse(facts), name: named(facts.externalId) };
    if (isWay(kind)) throw new Error(`print job ${job.id} is no paper`);
    // A copy shows the time at which it was requested, however late it is printed.
    const receipt = paymentReceipt(facts, kind, now, createdAt);
    return { receipt, name: named(facts.externalId) };
  };

  /** Only a recent paper reports it: for an old one nothing can be done. */
  const isDrawerKept = (job: PrintJobRow): boolean => {
    if (isPulseKept(job)) return true;
    if (job.state === 'skipped' || (job.endedAt !== null && !isRecent(job.endedAt))) return false;
    const now = settings();
    const { drawer, model } = paperOf(now.printer, now);
    const isShut = job.isDrawerDone || (job.byteCount !== null && job.drawerAt === null);
    if (!isShut || drawer === null || model.drawer === null) return false;
    try {
      return wholeReceiptOf(job, now).receipt.drawer !== 'stays';
    } catch {
      // A paper that cannot be made opens nothing; the queue has reported it.
      return false;
    }
  };

  /** A pulse that was to open the drawer without a receipt, and did not, shows with the receipt. */
  const isPulseKept = ({ intentId, kind }: PrintJobRow): boolean =>
    intentId !== null &&
    kind === 'original' &&
    drawerJobsOf(database, intentId).some(
      (pulse) =>
        ['refused', 'failed', 'skipped'].includes(pulse.state) &&
        pulse.endedAt !== null &&
        isRecent(pulse.endedAt) &&
        isStillDue(pulse, intentId),
    );
  const isStillDue = ({ id, kind }: PrintJobRow, intentId: string): boolean => {
    if (kind === 'change') return true;
    const facts = receiptFacts(database, intentId);
    const isOpened = hasOpenedDrawer(database, intentId, id);
    return !isOpened && facts !== null && drawerPulse(facts).drawer !== 'stays';
  };

  const written = (receipt: Receipt, paper: Paper, about: PaperOrder['about']) =>
    isLong(receipt)
      ? makeApart(ports.paperWorker, { receipt, ...forThread(paper), about }, ports.signal)
      : writePaper(receipt, paper, about);

  const makePdf: JobPapers['makePdf'] = async (facts, kind, at) => {
    const now = settings();
    const { columns } = paperOf(now.printer, now);
    const paper: Paper = { ...paperOf(null, now), form: 'sheet', columns };
    const receipt: Receipt = { ...paymentReceipt(facts, kind, now, at), drawer: 'stays' };
    const name = fileNameOf({ kind, createdAt: facts.createdAt, reference: facts.externalId }, now);
    const made = await written(receipt, paper, { title: `${now.shop.name} · ${name}`, at });
    const { isTicketCut } = receipt;
    return { ...made, fileName: name, columns, model: modelNameOf(paper), isTicketCut };
  };

  const make = async (job: PrintJobRow): Promise<MadeJob> => {
    const now = settings();
    const paper = paperOf(now.printer, now);
    const { receipt, name } = receiptOf(job, now);
    const about = { title: `${now.shop.name} · ${name}`, at: job.createdAt };
    const made = await written(receipt, paper, about);
    const { isTicketCut } = receipt;
    return {
      ...made,
      fileName: name,
      columns: paper.columns,
      model: modelNameOf(paper),
      isTicketCut,
    };
  };

  const layOutNow = (job: PrintJobRow): LaidNow => {
    const now = settings();
    const paper = paperOf(now.printer, now);
    const { receipt } = receiptOf(job, now);
    const begun = beginningOf(receipt.ticket ?? '', SHOWN_TICKET_BYTES);
    const ticket = receipt.ticket === null ? null : begun.text;
    const laid = layOutPaper({ ...receipt, ticket }, paper);
    return { laid, paper, goesOn: begun.isCut, isTicketCut: receipt.isTicketCut };
  };

  const kept = (digest: string): Uint8Array => pictureOf(database, digest);

  return {
    make,
    makePdf,
    mayOpenDrawer,
    tape: (job) => {
      const now = settings();
      const { language } = now;
      const { columns } = paperOf(now.printer, now);
      // One that cannot be made has failed in the queue, which reported it.
      const onTrouble = (error: unknown): void =>
        log.error({ err: error, job: job.id }, 'a tape could not be drawn');
      const shown = tapeOf(job, { layOutNow, pictureOf: kept, onTrouble, columns, language });
      return { ...shown, isDrawerKept: isDrawerKept(job) };
    },
  };
}
