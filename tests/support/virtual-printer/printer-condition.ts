/** What goes wrong with a printer in the middle of a job. */
export const FAULTS = [
  /** Stop it until somebody helps; what it has in its memory is printed then. */
  'paper-out',
  'cover-open',
  'offline',
  'error',
  /** The connection is reset, and the printer forgets what it had of it. */
  'reset',
  /** It says that nothing more comes from it, and prints on. */
  'half-closed',
  /** It loses its power: nobody is there any more, and the connection knows nothing of it. */
  'half-open',
  /** Reads nothing any more. */
  'deaf',
  /** Prints on, and says nothing any more. */
  'mute',
  /** Says its status once, unasked. */
  'remark',
  /** Reads nothing for a moment, then goes on. */
  'pause',
] as const;
export type PrinterFault = (typeof FAULTS)[number];

/** How the printer is, and how it misbehaves. */
export interface PrinterCondition {
  readonly cover: 'closed' | 'open';
  readonly paper: 'in' | 'low' | 'out';
  readonly fault: 'none' | 'offline' | 'error';
  /** Never reads: connections are taken, and nothing of what comes. */
  readonly ignoresInput: boolean;
  /** Never answers: reads and prints. */
  readonly isSilent: boolean;
  /** Prints, and never says so. */
  readonly hidesEnd: boolean;
  /** Says that it is ready, and gets to what it has been sent only later. */
  readonly isBusy: boolean;
  /**
   * Its word that something was printed goes to whoever is connected by then, as over a cable, or
   * where a card stands between the network and the printer.
   */
  readonly sharesConnection: boolean;
  /** Says its status unasked, when somebody connects and after each line. */
  readonly isChatty: boolean;
  /** So many bytes at a time, with a rest after them; null for as fast as it can. */
  readonly speed: { readonly bytes: number; readonly restMs: number } | null;
  /** Takes so many bytes off the line at a time, and more only when those are printed. */
  readonly window: number | null;
  /**
   * What breaks, once, when the printer has taken so many bytes of a connection that is made from
   * now on: questions that are answered at once are not counted. With 0 it breaks when the first of those was answered.
   */
  readonly faultAt: { readonly after: number; readonly how: PrinterFault } | null;
}

export const GOOD_CONDITION: PrinterCondition = {
  cover: 'closed',
  paper: 'in',
  fault: 'none',
  ignoresInput: false,
  isSilent: false,
  hidesEnd: false,
  isBusy: false,
  sharesConnection: false,
  isChatty: false,
  speed: null,
  window: null,
  faultAt: null,
};

/** By the names that the command takes; each replaces the one before. */
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
  'never-confirming': { hidesEnd: true },
  busy: { isBusy: true },
  'reset-in-the-middle': { faultAt: { after: 400, how: 'reset' } },
  'half-closed': { faultAt: { after: 400, how: 'half-closed' } },
  'half-open': { faultAt: { after: 400, how: 'half-open' } },
  'tiny-window': { window: 16, speed: { bytes: 16, restMs: 20 } },
  chatty: { isChatty: true },
} as const satisfies Readonly<Record<string, Partial<PrinterCondition>>>;
export type ConditionName = keyof typeof CONDITIONS;

export function isStopped(mood: PrinterCondition): boolean {
  return mood.cover === 'open' || mood.paper === 'out' || mood.fault !== 'none';
}

/** What a break leaves behind in the printer itself; nothing where it is the line that breaks. */
export function getConditionAfterFault(how: PrinterFault): Partial<PrinterCondition> {
  switch (how) {
    case 'paper-out':
      return { paper: 'out' };
    case 'cover-open':
      return { cover: 'open' };
    case 'offline':
    case 'error':
      return { fault: how };
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
