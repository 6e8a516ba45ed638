/** What keeps a printer from printing. */
export type PrinterTrouble = 'cover-open' | 'paper-out' | 'offline' | 'error';

/** What a printer says of itself. */
export type StatusEvent =
  | {
      readonly kind: 'condition';
      readonly trouble: PrinterTrouble | null;
      readonly isPaperLow: boolean;
    }
  /** Everything sent before the question at the job's end has been processed. */
  | { readonly kind: 'processed' }
  /** Such an answer, and perhaps to the question of an earlier job: `again` asks once more. */
  | { readonly kind: 'earlier' }
  /** Bytes that no printer of this kind sends. */
  | { readonly kind: 'noise' };

/** How a make of printer is asked, and how its answers are read. A new one for each connection. */
export interface StatusDialect {
  /** Asks for the condition before anything is printed. */
  readonly ask: Uint8Array;
  /** For one job, once the printer has told of itself and before anything of the job is sent. */
  around(): {
    /** Sent ahead of the job. */
    readonly prelude: Uint8Array;
    /** Sent behind the job: its answer comes after the job was processed. */
    readonly confirm: Uint8Array;
  };
  /** Asks for the condition while the answer is awaited; empty where the printer tells by itself. */
  readonly poll: Uint8Array;
  /** The question at the job's end once more, after an answer that may be to an earlier job's. */
  again(): Uint8Array;
  /** Whether answers may still come that belong to nobody any more. */
  isOwedAnswers(): boolean;
  /** They will not come: the printer goes on, and has said none of them. */
  forgetOwedAnswers(): void;
  read(chunk: Uint8Array): StatusEvent[];
}
