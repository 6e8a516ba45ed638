/** Failures of a printer in the middle of a job. */
export const FAULTS = [
  /**
   * These stop the printer until its condition is good again; it then prints what is in its memory.
   */
  'paper-out',
  'cover-open',
  'offline',
  'error',
  /** The connection is reset, and the printer discards the rest of the job. */
  'reset',
  /** The printer ends its side of the connection, and continues to print. */
  'half-closed',
  /** The printer loses power: it sends nothing more, and the connection stays open. */
  'half-open',
  /** It reads nothing more. */
  'deaf',
  /** It continues to print and sends nothing more. */
  'mute',
  /** It sends its status once, unsolicited. */
  'remark',
  /** It stops reading for a moment, then continues. */
  'pause',
] as const;
export type PrinterFault = (typeof FAULTS)[number];

/** The state of the printer, and how it misbehaves. */
export interface PrinterCondition {
  readonly cover: 'closed' | 'open';
  readonly paper: 'in' | 'low' | 'out';
  readonly fault: 'none' | 'offline' | 'error';
  /** Accepts connections and never reads from them. */
  readonly ignoresInput: boolean;
  /** Reads and prints, but never replies. */
  readonly isSilent: boolean;
  /** Prints, but never reports it. */
  readonly hidesReports: boolean;
  /** Reports that it is ready, but does not yet process what it receives. */
  readonly isBusy: boolean;
  /**
   * Sends the report that something was printed to the connection that is open by then, as a serial
   * cable does, or a network card in front of the printer.
   */
  readonly sharesConnection: boolean;
  /** Sends its status unsolicited, at each connection and after each line. */
  readonly isChatty: boolean;
  /** Processes so many bytes at a time, with a pause after them; null for no limit. */
  readonly speed: { readonly bytes: number; readonly restMs: number } | null;
  /** Reads so many bytes at a time, and more only after it has printed them. */
  readonly window: number | null;
  /**
   * The fault that occurs once, after the printer has taken so many bytes of a connection that
   * opens from now on. Status requests that it answers at once are not counted. With 0 it occurs
   * after the reply to the first such request.
   */
  readonly faultAt: { readonly after: number; readonly how: PrinterFault } | null;
}

export const GOOD_CONDITION: PrinterCondition = {
  cover: 'closed',
  paper: 'in',
  fault: 'none',
  ignoresInput: false,
  isSilent: false,
  hidesReports: false,
  isBusy: false,
  sharesConnection: false,
  isChatty: false,
  speed: null,
  window: null,
  faultAt: null,
};

/** The names that the command accepts; each condition replaces the previous one. */
export const CONDITIONS = {
  good: {},
  slow: { speed: { bytes: 48, restMs: 120 } },
  'paper-low': { paper: 'low' },
  'paper-out': { paper: 'out' },
  'paper-out-in-the-middle': { faultAt: { after: 400, how: 'paper-out' } },
  'cover-open': { cover: 'open' },
  'cover-opened-in-the-middle': { faultAt: { after: 400, how: 'cover-open' } },
  offline: { fault: 'offline' },
  error: { fault: 'error' },
  'never-reading': { ignoresInput: true },
  'never-answering': { isSilent: true },
  'never-confirming': { hidesReports: true },
  busy: { isBusy: true },
  'reset-in-the-middle': { faultAt: { after: 400, how: 'reset' } },
  'half-closed': { faultAt: { after: 400, how: 'half-closed' } },
  'half-open': { faultAt: { after: 400, how: 'half-open' } },
  'tiny-window': { window: 16, speed: { bytes: 16, restMs: 20 } },
  chatty: { isChatty: true },
} as const satisfies Readonly<Record<string, Partial<PrinterCondition>>>;
export type ConditionName = keyof typeof CONDITIONS;

export function isStopped(condition: PrinterCondition): boolean {
  return condition.cover === 'open' || condition.paper === 'out' || condition.fault !== 'none';
}

/**
 * Returns the change of condition that a fault causes in the printer; empty if only the connection
 * fails.
 */
export function getConditionAfterFault(fault: PrinterFault): Partial<PrinterCondition> {
  switch (fault) {
    case 'paper-out':
      return { paper: 'out' };
    case 'cover-open':
      return { cover: 'open' };
    case 'offline':
    case 'error':
      return { fault };
    case 'deaf':
      return { ignoresInput: true };
    case 'mute':
      return { isSilent: true };
    case 'reset':
    case 'half-closed':
    case 'half-open':
    case 'remark':
    case 'pause':
      return {};
  }
}
