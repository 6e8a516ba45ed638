/** What keeps a printer from printing. */
export type PrinterTrouble = 'cover-open' | 'paper-out' | 'offline' | 'error';

/** A printer's report of its state. */
export type StatusEvent =
  | {
      readonly kind: 'condition';
      readonly trouble: PrinterTrouble | null;
      readonly isPaperLow: boolean;
    }
  /** Everything sent before the question at the job's end has been processed. */
  | { readonly kind: 'processed' }
  /** As above, but the answer may belong to an earlier job: `again` asks once more. */
  | { readonly kind: 'earlier' }
  /** Bytes that no printer of this kind sends. */
  | { readonly kind: 'noise' };

/** How a make of printer is asked, and how its answers are read. A new one for each connection. */
export interface StatusDialect {
  /** Asks for the condition before anything is printed. */
  readonly ask: Uint8Array;
  /** For one job, once the printer has reported its state and before the job is sent. */
  around(): {
    /** Sent ahead of the job. */
    readonly prelude: Uint8Array;
    /** Sent after the job: the answer comes once the job was processed. */
    readonly confirm: Uint8Array;
  };
  /** Asks for the condition while the answer is awaited; empty if the printer reports unasked. */
  readonly poll: Uint8Array;
  /**
   * Repeats the question at the end of the job, after an answer that may belong to an earlier job.
   */
  again(): Uint8Array;
  /** Whether answers to earlier questions may still come. */
  isOwedAnswers(): boolean;
  /** They will not come: the printer resumed and sent none. */
  forgetOwedAnswers(): void;
  read(chunk: Uint8Array): StatusEvent[];
}
