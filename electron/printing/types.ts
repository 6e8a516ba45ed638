import type {
  Approval,
  OpenPaper,
  PrinterSettings,
  PrinterState,
  ReceiptDeliveryMethod,
  ReceiptDeliveryResult,
  Result,
  Tape,
} from '../../shared/contract/index.ts';
import type { Audit, AuditPerson } from '../ledger/audit/index.ts';
import type { Database } from '../ledger/index.ts';
import type { Clock, Log, NewId } from '../platform/index.ts';
import type {
  JobResult,
  NotConfiguredResult,
  OutgoingJob,
  PrinterTimings,
  StatusResult,
} from './devices/index.ts';
import type { PaperDocument, PaperKind, ReceiptSettings } from './papers/index.ts';
import type { PaperViewer } from './queue/index.ts';

export interface PrintingSettings extends ReceiptSettings {
  /** Null until the shop has set one. */
  readonly printer: PrinterSettings | null;
  /** Days for which the bytes of papers are kept; null for always. */
  readonly keepPrintedDays?: number | null;
  /** `on-request`: receipts of bills and top-ups are only printed if asked for. */
  readonly receipts?: 'printed' | 'on-request';
}

/** A file that leaves the till. The name is without a folder. */
export interface OutgoingFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Called once it is certain where a file goes, and before any of it does: also before a copy of it
 * is on the disk. If it answers a problem, nothing leaves, and that problem is the outlet's answer.
 */
export type BeforeSend = () => Result<null>;

/** What the program can do with a receipt outside of itself. */
export interface ReceiptOutlets {
  /** Asks the person for a place, and writes the file there. */
  saveFile(file: OutgoingFile, onLeaving: BeforeSend): Promise<Result<ReceiptDeliveryResult>>;
  /**
   * Opens a message in the system's mail program. The person addresses and sends it there.
   * `onFailed` is called if it turns out soon after the answer that the program opened none.
   */
  composeMail(
    message: { readonly subject: string; readonly text: string; readonly file: OutgoingFile },
    onLeaving: BeforeSend,
    onFailed: () => void,
  ): Promise<Result<ReceiptDeliveryResult>>;
  /** Drops what was kept for mail programs for a week. */
  deleteOldDrafts(): Promise<void>;
}

export interface PrintingPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Read for each job. */
  readonly settings: () => PrintingSettings;
  /** A job was added or changed; both are null if only the printer's light changed. */
  readonly onChange: (jobId: string | null, paymentId: string | null) => void;
  /** The person at the counter: not every paper may be shown to everybody. */
  readonly viewer: () => PaperViewer | null;
  /** Checks a supervisor's PIN for a single act. */
  readonly approve: (approval: Approval) => Promise<Result<AuditPerson>>;
  /** Records what was printed with such an approval, in the same commit. */
  readonly audit: Pick<Audit, 'noteInCommit'>;
  /** Left out where there is no window. */
  readonly outlets?: ReceiptOutlets;
  /** `thread/paper-worker.ts`, or its bundled file. */
  readonly paperWorker: URL;
  /** For tests; the product leaves it out. */
  readonly timings?: PrinterTimings;
  /** Replaces the printer that is set, for tests in virtual time. */
  readonly device?: PrintingDevice;
}

/** A printer: prints a job, and reports its condition. */
export interface PrintingDevice {
  print(job: OutgoingJob, onLeaving: () => void): Promise<JobResult>;
  readStatus(): Promise<StatusResult | NotConfiguredResult>;
}

export interface Printing {
  /**
   * Queues a paper and returns the job's id. Must be called inside `database.commit`, with `wake`
   * after it. A payment has one original and one failure slip: if either is asked for again, its id
   * is returned. An original that is only printed on request is set aside at once; if it would open
   * the drawer, a job with nothing but the pulse does.
   */
  enqueue(intentId: string, kind: Exclude<PaperKind, 'test'>, cashierId: string | null): string;
  /**
   * Queues the drawer's pulse for what a basket gives back, once, unless the drawer is about to open
   * or did moments ago. `paymentId`: one of its payments. Must be called inside `database.commit`,
   * with `wake` after it.
   */
  openForChange(paymentId: string, cashierId: string): void;
  /**
   * Queues a paper that belongs to no payment, as `enqueue` does; its content never changes. It
   * opens the drawer if the document says so.
   */
  enqueueReport(document: PaperDocument, cashierId: string, approvedBy: string | null): string;
  wake(): void;
  getState(): PrinterState;
  /** Asks the printer for its condition, printing nothing. */
  refreshState(): Promise<PrinterState>;
  /** Asks the printer; a `printer` problem if it could not print now. Ends within 8 seconds. */
  readyNow(): Promise<Result<null>>;
  getPaymentTape(paymentId: string): Tape | null;
  getJobTape(jobId: string): Result<Tape>;
  listRecentTapes(limit: number): Tape[];
  listPaymentTapes(paymentId: string): Tape[];
  /** The papers that a person still has to decide about, oldest first. */
  listOpenPapers(): OpenPaper[];
  /** Nobody needs this paper any more. */
  setAside(jobId: string): Result<Tape>;
  /** A copy of a gift card's receipt needs an approval. */
  copy(paymentId: string, by: AuditPerson, approval: Approval | null): Promise<Result<Tape>>;
  /** A slip that shows the state of a payment that is not paid. */
  slip(paymentId: string, cashierId: string): Result<Tape>;
  testPrint(cashierId: string | null): Result<Tape>;
  /** Gives a receipt without paper; `without-paper/`. */
  give(
    paymentId: string,
    way: ReceiptDeliveryMethod,
    by: AuditPerson,
    approval: Approval | null,
  ): Promise<Result<ReceiptDeliveryResult>>;
  /**
   * Needs an approval for a gift card of which a part may have come out or that may have been given
   * as a file, and for a report that this cashier may not see. The drawer opens once for each paper, and only within a quarter of an hour
   * of what the paper is about. A paper opens it if no byte up to the pulse can have been sent,
   * wherever in the paper the pulse is. If the pulse may have been sent (the job broke off after
   * it, nobody knows, or the cashier says that nothing came out), the paper is printed again
   * without it. Whoever then needs the drawer, for example for a cash-out's money, opens it by the
   * act `open-drawer`, with its PIN, reason and note.
   */
  retry(jobId: string, approval: Approval | null, by: AuditPerson | null): Promise<Result<Tape>>;
  confirm(jobId: string, cameOut: boolean): Result<Tape>;
  /** For the wizard: asks this printer and prints a test page on it. Keeps nothing. */
  checkPrinter(printer: PrinterSettings): Promise<Result<PrinterState>>;
  /** Drops the bytes of papers that are older than the owner has set; their lines stay. */
  deleteOldBytes(): Promise<void>;
  /**
   * Prints a paper at once, past the ledger and its queue: nothing keeps what it says. Refused
   * (`recovery-key`, `no-paper`) where the printer is a folder of files, a file or the screen.
   */
  printUnkept(document: PaperDocument): Promise<Result<null>>;
  start(): void;
  /** Waits a moment for the current job, then breaks it off; waiting jobs are kept. */
  stop(): Promise<void>;
}
