/** A condition that prevents a printer from printing. */
export type PrinterProblem = 'cover-open' | 'paper-out' | 'offline' | 'error';

/** A printer's report of its state. */
export type PrinterStatusEvent =
  | {
      readonly kind: 'condition';
      readonly problem: PrinterProblem | null;
      readonly isPaperLow: boolean;
    }
  /** Everything sent before the question at the job's end has been processed. */
  | { readonly kind: 'processed' }
  /** As above, but the answer may belong to an earlier job: `createRepeatRequest` asks once more. */
  | { readonly kind: 'earlier' }
  /** Bytes that no printer of this kind sends. */
  | { readonly kind: 'noise' };

/** One for all bytes: a device may send a million of them. */
export const NOISE: PrinterStatusEvent = { kind: 'noise' };

/** Whether no byte from `start` up to `end`, which is excluded, has one of the mask's bits. */
export function areBitsUnset(bytes: Uint8Array, start: number, end: number, mask: number): boolean {
  for (let index = start; index < end; index += 1) {
    if (((bytes[index] ?? 0) & mask) !== 0) return false;
  }
  return true;
}

/** The requests of a make of printer and the parser of its answers. A new one for each connection. */
export interface PrinterStatusDialect {
  /** Asks for the status before anything is printed. */
  readonly statusRequest: Uint8Array;
  /** For one job, once the printer has reported its state and before the job is sent. */
  createJobFrame(): {
    /** Sent before the job. */
    readonly prelude: Uint8Array;
    /** Sent after the job: the answer arrives once the job was processed. */
    readonly confirm: Uint8Array;
  };
  /** Asks for the status while the answer is awaited; empty if the printer reports it unasked. */
  readonly pollRequest: Uint8Array;
  /**
   * Repeats the request at the end of the job, after an answer that may belong to an earlier job.
   */
  createRepeatRequest(): Uint8Array;
  /** Whether answers to earlier requests may still arrive. */
  hasPendingAnswers(): boolean;
  /** Called when they will not arrive: the printer resumed and sent none. */
  clearPendingAnswers(): void;
  parse(chunk: Uint8Array): PrinterStatusEvent[];
}
