import type {
  Approval,
  Permission,
  PrinterSettings,
  PrinterState,
  ReceiptDeliveryMethod,
  ReceiptDeliveryResult,
  Result,
  Tape,
  UnprintedPaper,
  WhatsAppCode,
} from '../../shared/contract/index.ts';
import type { Audit, AuditPerson } from '../ledger/audit/index.ts';
import type { Database } from '../ledger/index.ts';
import type { Clock, CreateId, Log } from '../platform/index.ts';
import type {
  OutgoingPrintJob,
  PrinterNotConfiguredResult,
  PrinterStatusResult,
  PrinterTimings,
  PrintJobResult,
} from './devices/index.ts';
import type { PaperDocument, PaperKind, ReceiptSettings } from './papers/index.ts';
import type { PaperViewingCashier } from './queue/index.ts';

export interface PrintingSettings extends ReceiptSettings {
  /** Null until the shop has set one. */
  readonly printer: PrinterSettings | null;
  /** Days for which the bytes of papers are stored; null for no limit. */
  readonly keepPrintedDays?: number | null;
  /** `on-request`: receipts of bills and top-ups are printed only on request. */
  readonly receipts?: 'printed' | 'on-request';
}

/** A file that is sent out of the till. The name has no folder. */
export interface ReceiptFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Called once the destination of a file is certain, and before any of it is written or sent; also
 * before a copy of it is on the disk. If it returns a problem, nothing is written or sent, and the
 * channel returns that problem.
 */
export type BeforeReceiptDelivery = () => Result<null>;

/** Ways to hand a receipt over to the operating system. */
export interface ReceiptDeliveryChannels {
  /** Asks the cashier for a path, and writes the file there. */
  saveFile(
    file: ReceiptFile,
    onLeaving: BeforeReceiptDelivery,
  ): Promise<Result<ReceiptDeliveryResult>>;
  /**
   * Opens a message in the system's mail program, where the cashier addresses and sends it.
   * `onFailed` is called if the mail program turns out, soon after the result, to have opened none.
   */
  composeMail(
    message: { readonly subject: string; readonly text: string; readonly file: ReceiptFile },
    onLeaving: BeforeReceiptDelivery,
    onFailed: () => void,
  ): Promise<Result<ReceiptDeliveryResult>>;
  /** Deletes the files that were stored for mail programs a week ago or earlier. */
  deleteOldDrafts(): Promise<void>;
}

export interface PrintingPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly log: Log;
  /** Read for each job. */
  readonly settings: () => PrintingSettings;
  /** A job was added or changed; both are null if only the printer's status changed. */
  readonly onChange: (jobId: string | null, paymentId: string | null) => void;
  /** The cashier who is signed in: some papers may be shown only to certain cashiers. */
  readonly getViewer: () => PaperViewingCashier | null;
  /** Checks a supervisor's PIN for a single action. */
  readonly approve: (act: Permission, approval: Approval) => Promise<Result<AuditPerson>>;
  /** Records what was printed with such an approval, in the same commit. */
  readonly audit: Pick<Audit, 'recordInTransaction'>;
  /** Missing if there is no window. */
  readonly receiptDelivery?: ReceiptDeliveryChannels;
  /** `thread/paper-worker.ts`, or its bundled file. */
  readonly paperWorkerUrl: URL;
  /** For tests only. */
  readonly timings?: PrinterTimings;
  /** Replaces the configured printer, for tests in virtual time. */
  readonly device?: PrintingDevice;
}

/** A printer: prints a job, and reports its status. */
export interface PrintingDevice {
  print(job: OutgoingPrintJob, onLeaving: () => void): Promise<PrintJobResult>;
  readStatus(): Promise<PrinterStatusResult | PrinterNotConfiguredResult>;
}

export interface Printing {
  /**
   * Queues a paper and returns the job's id. Must be called inside `database.commit`, with `wake`
   * after it. A payment has one original and one failure slip: a second request for either returns
   * the id of the first. An original that is printed only on request is skipped at once; if it would
   * open the drawer, a job with only the pulse opens it.
   */
  enqueuePaymentPaper(
    intentId: string,
    kind: Exclude<PaperKind, 'test'>,
    cashierId: string | null,
  ): string;
  /**
   * Queues the drawer's pulse for the change of a basket, once, unless the drawer is about to open
   * or opened moments ago. `paymentId`: one of the basket's payments. Must be called inside
   * `database.commit`, with `wake` after it.
   */
  openDrawerForChange(paymentId: string, cashierId: string): void;
  /**
   * Queues a paper without a payment, as `enqueuePaymentPaper` does; its content never changes. It
   * opens the drawer if the document requires it.
   */
  enqueueReport(document: PaperDocument, cashierId: string, approvedBy: string | null): string;
  wake(): void;
  getState(): PrinterState;
  /** Asks the printer for its status, and prints nothing. */
  refreshState(): Promise<PrinterState>;
  /** Asks the printer; a `printer` problem if it cannot print now. Returns within 8 seconds. */
  checkReady(): Promise<Result<null>>;
  getPaymentTape(paymentId: string): Tape | null;
  getJobTape(jobId: string): Result<Tape>;
  listRecentTapes(limit: number): Tape[];
  listPaymentTapes(paymentId: string): Tape[];
  /** The papers that still need a person's decision, oldest first. */
  listUnprintedPapers(): UnprintedPaper[];
  /** Skips a paper that is no longer needed. */
  skipJob(jobId: string): Result<Tape>;
  /** A copy of a gift card's receipt needs an approval. */
  printCopy(paymentId: string, by: AuditPerson, approval: Approval | null): Promise<Result<Tape>>;
  /** A slip that shows the state of a payment that is not paid. */
  printStateSlip(paymentId: string, by: AuditPerson): Result<Tape>;
  printTestPage(cashierId: string | null): Result<Tape>;
  /** The sheet of the scanner check. */
  printScannerSheet(cashierId: string): Result<Tape>;
  /** Saves that sheet as a PDF file where the person chooses. */
  saveScannerSheet(): Promise<Result<ReceiptDeliveryResult>>;
  /** Delivers a receipt without paper; see `without-paper/`. */
  deliverReceiptWithoutPaper(
    paymentId: string,
    way: ReceiptDeliveryMethod,
    by: AuditPerson,
    approval: Approval | null,
  ): Promise<Result<ReceiptDeliveryResult>>;
  /** The service's text as a code for the customer's phone. Records nothing, and changes no paper. */
  createWhatsAppCode(paymentId: string): Result<WhatsAppCode>;
  /**
   * Needs an approval for a gift card that may have been printed in part or delivered as a file, and
   * for a report that this cashier may not see. The drawer opens once for each paper, and only
   * within 15 minutes of the paper's event. A paper opens it if no byte up to the pulse can have
   * been sent, wherever in the paper the pulse is. If the pulse may have been sent (the job was
   * interrupted after it, the result is unknown, or the cashier reports that nothing was printed),
   * the paper is printed again without it. A cashier who then needs the drawer, for example for a
   * cash-out's money, opens it by the action `open-drawer`, with its PIN, reason and note.
   */
  retryJob(jobId: string, approval: Approval | null, by: AuditPerson | null): Promise<Result<Tape>>;
  confirmJob(jobId: string, cameOut: boolean): Result<Tape>;
  /** For the wizard: asks this printer for its status, prints a test page, and stores nothing. */
  checkPrinter(printer: PrinterSettings): Promise<Result<PrinterState>>;
  /** Deletes the bytes of papers older than `keepPrintedDays`; their lines stay. */
  deleteOldBytes(): Promise<void>;
  /**
   * Prints a paper at once, without the ledger and its queue: its content is not stored. Refused
   * (`recovery-key`, `no-paper`) if the printer is a folder of files, a file or the screen.
   */
  printWithoutStoring(document: PaperDocument): Promise<Result<null>>;
  /**
   * Asks where to save a paper without a payment as a PDF file, and saves it. `finish` may change the
   * bytes; `onLeaving` is called before any is written.
   */
  saveDocument(
    document: PaperDocument,
    finish: (pdf: Uint8Array) => Uint8Array,
    onLeaving: BeforeReceiptDelivery,
  ): Promise<Result<ReceiptDeliveryResult>>;
  /** The same for a text file. */
  saveText(
    file: { readonly name: string; readonly text: string },
    onLeaving: BeforeReceiptDelivery,
  ): Promise<Result<ReceiptDeliveryResult>>;
  start(): void;
  /** Waits a short time for the current job, then aborts it; waiting jobs stay in the ledger. */
  stop(): Promise<void>;
}
