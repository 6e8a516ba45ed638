import type {
  Approval,
  OpenPaper,
  PrinterSettings,
  PrinterState,
  Result,
  Tape,
} from '../../shared/contract/index.ts';
import type { Audit, AuditPerson } from '../audit/index.ts';
import type { Database } from '../ledger/index.ts';
import type { Clock, Log, NewId } from '../platform/index.ts';
import type { Condition, JobResult, NotSet, OutgoingJob, Timings } from './devices/index.ts';
import type { PaperDocument, PaperKind, ReceiptSettings } from './papers/index.ts';
import type { PaperViewer } from './queue/index.ts';

export interface PrintingSettings extends ReceiptSettings {
  /** Null until the shop has set one. */
  readonly printer: PrinterSettings | null;
}

export interface PrintingPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Read anew for each job. */
  readonly settings: () => PrintingSettings;
  /** A job came or changed; both null when only the printer's light did. */
  readonly onChange: (jobId: string | null, paymentId: string | null) => void;
  /** Who stands at the counter: not every paper is shown to everybody. */
  readonly viewer: () => PaperViewer | null;
  /** Checks a supervisor's PIN for a single act. */
  readonly approve: (approval: Approval) => Promise<Result<AuditPerson>>;
  /** What was printed with such a PIN, in the commit of the act. */
  readonly audit: Pick<Audit, 'noteInCommit'>;
  /** For tests; the product leaves it out. */
  readonly timings?: Timings;
  /** In place of the way to the printer that is set, for tests in virtual time. */
  readonly device?: PrintingDevice;
}

/** A printer: what a job came to, and how it is. */
export interface PrintingDevice {
  print(job: OutgoingJob, onLeaving: () => void): Promise<JobResult>;
  ask(): Promise<Condition | NotSet>;
}

export interface Printing {
  /**
   * Queues a paper; must be called inside `database.commit`, with `wake` after it. Answers the
   * job's id. A payment has one original and one slip of its failure: asked for again, the same id
   * is answered.
   */
  enqueue(intentId: string, kind: Exclude<PaperKind, 'test'>, cashierId: string | null): string;
  /**
   * Queues a paper that belongs to no payment, as `enqueue` does: it says the same for ever. The
   * drawer opens with it where it says so.
   */
  enqueueReport(document: PaperDocument, cashierId: string, approvedBy: string | null): string;
  wake(): void;
  state(): PrinterState;
  /** Asks the printer how it is, printing nothing. */
  ask(): Promise<PrinterState>;
  /** Asks the printer; a `printer` problem where it could not print now. Ends within 8 seconds. */
  readyNow(): Promise<Result<null>>;
  tape(paymentId: string): Tape | null;
  job(jobId: string): Result<Tape>;
  recent(limit: number): Tape[];
  ofPayment(paymentId: string): Tape[];
  /** What a person has still to say something about, the oldest first. */
  open(): OpenPaper[];
  /** Nobody needs this paper any more. */
  setAside(jobId: string): Result<Tape>;
  /** Of a gift card only with an approval. */
  copy(paymentId: string, by: AuditPerson, approval: Approval | null): Promise<Result<Tape>>;
  /** How a payment stands that is not paid. */
  slip(paymentId: string, cashierId: string): Result<Tape>;
  testPrint(cashierId: string | null): Result<Tape>;
  /**
   * Of a gift card, some of which may have come out, and of a report that this cashier may not
   * see, only with an approval. The drawer opens once for each paper, at the moment that it is
   * about: a paper of which no byte as far as the pulse can have left opens it for a quarter of an
   * hour, whether the pulse stands first or last. Once it may have left (the job was broken off
   * behind it, or nobody knows, or the cashier says that nothing came out) the paper is printed
   * again without it. Who then needs the drawer, as for a cash-out's money, opens it by the act
   * `open-drawer`, with its PIN, its reason and its note.
   */
  retry(jobId: string, approval: Approval | null, by: AuditPerson | null): Promise<Result<Tape>>;
  confirm(jobId: string, cameOut: boolean): Result<Tape>;
  /** For the wizard: asks this printer and prints a test page on it, keeping nothing. */
  checkPrinter(printer: PrinterSettings): Promise<Result<PrinterState>>;
  start(): void;
  /** Lets the job in hand end for a moment, then breaks it off; what waits is kept. */
  stop(): Promise<void>;
}
