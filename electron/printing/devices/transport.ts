import type { Clock, Log } from '../../platform/index.ts';
import type { PrinterAddress } from './address.ts';
import { type Link, openLink } from './link.ts';
import type { PrinterTrouble, StatusDialect, StatusEvent } from './status.ts';
import type { WaitEnd } from './waits.ts';

/** Deadlines, in milliseconds. */
export interface Timings {
  readonly connect: number;
  /** For the printer's first status reply. */
  readonly answer: number;
  /** A printer that takes nothing for this long has stopped reading. */
  readonly stall: number;
  /** For the confirmation that all was printed, plus one second for each thousand bytes. */
  readonly confirm: number;
  /** Between two questions while that confirmation is awaited. */
  readonly poll: number;
  readonly close: number;
  /** A printer that resumes has sent all its late answers within this time. */
  readonly settle: number;
  /** For the current job when the till stops. */
  readonly grace: number;
  /** Until a printer in trouble is asked again: it does not say by itself that it is well. */
  readonly again: number;
}

export const TIMINGS: Timings = {
  connect: 3_000,
  answer: 2_000,
  stall: 10_000,
  confirm: 15_000,
  poll: 1_000,
  close: 1_000,
  settle: 250,
  grace: 3_000,
  again: 15_000,
};

export type Loss = 'silent' | 'broke-off' | 'till-stopped';

/** Why the printer, or the folder of the PDF files, cannot be reached. */
export type PlaceTrouble =
  | 'no-such-path'
  | 'is-a-folder'
  | 'no-permission'
  | 'busy'
  | 'no-folder'
  | 'folder-closed'
  | 'disk-full';

/** What is sent to a printer. */
export interface OutgoingJob {
  readonly bytes: Uint8Array;
  /** The name of its file without an extension, if it becomes a file. */
  readonly fileName: string;
}

/**
 * The result of a job. `refused`: the printer gave the reason, and nothing was sent. `failed`: not
 * all of it left us; `bytesSent` is the most that may have. `unconfirmed`: all left us, and nothing
 * confirmed that it was printed. Nothing is ever sent twice.
 */
export type PrintResult =
  | { readonly kind: 'printed'; readonly isPaperLow: boolean }
  | { readonly kind: 'refused'; readonly why: PrinterTrouble | PlaceTrouble | 'not-made' }
  | {
      readonly kind: 'failed';
      readonly why: Loss | 'unreachable' | 'not-a-printer' | 'answers-as-epson' | 'answers-as-star';
      readonly bytesSent: number;
    }
  | {
      readonly kind: 'unconfirmed';
      readonly why: Loss | PrinterTrouble | PlaceTrouble | 'cannot-answer';
    };

export type Condition =
  /** `isAssumed`: it did not reply, and there is no reason not to print on it. */
  | { readonly kind: 'ready'; readonly isPaperLow: boolean; readonly isAssumed?: boolean }
  | Extract<PrintResult, { kind: 'refused' | 'failed' }>;

/** Connects to the printer, or returns why nothing can be sent. `onData` gets every byte. */
export type OpenPrinter = (
  ports: TransportPorts,
  onData: (chunk: Uint8Array) => void,
) => Promise<Link | Extract<PrintResult, { kind: 'refused' | 'failed' }>>;

/** A printer that can be asked for its status, or at least be sent bytes. */
export interface AskedPrinter {
  readonly open: OpenPrinter;
  /** A new reader for each connection. */
  readonly dialect: () => StatusDialect;
  /** Whether a printer that does not reply is not printed on. */
  readonly mustAnswer: boolean;
  /** Whether the end of a job waits for a printer that has not replied so far. */
  readonly mayAnswerLate: boolean;
}

/** The connection to a printer on the network. */
export function networkDoor(address: PrinterAddress): OpenPrinter {
  return async ({ clock, timings, signal }, onData) => {
    const link = await openLink(address, clock, timings.connect, signal, onData);
    if (link !== null) return link;
    return { kind: 'failed', why: signal.aborted ? 'till-stopped' : 'unreachable', bytesSent: 0 };
  };
}

export interface TransportPorts {
  readonly clock: Clock;
  readonly timings: Timings;
  readonly signal: AbortSignal;
  /** Where a fault of our own is reported; the result only shows that there was one. */
  readonly log?: Log;
}

interface Conversation {
  readonly link: Link;
  readonly dialect: StatusDialect;
  readonly heard: {
    condition: Extract<StatusEvent, { kind: 'condition' }> | null;
    isProcessed: boolean;
    /** Something that may be a reply to an earlier job. */
    isEarlier: boolean;
    something: boolean;
    /** Bytes that no printer sends in reply to a status question. */
    isStrange: boolean;
  };
}

const UNASKED = { prelude: new Uint8Array(), confirm: new Uint8Array() };

/** Asks a printer for its status, and prints nothing. */
export async function askPrinter(printer: AskedPrinter, ports: TransportPorts): Promise<Condition> {
  return await withLink(printer, ports, (talk) => askCondition(talk, printer, ports));
}

/**
 * Sends one job over a connection of its own. `onLeaving` is called before the first byte of the
 * job leaves, and never if none does.
 */
export async function printOver(
  printer: AskedPrinter,
  job: Uint8Array,
  ports: TransportPorts,
  onLeaving: () => void,
): Promise<PrintResult> {
  return await withLink(printer, ports, async (talk): Promise<PrintResult> => {
    const condition = await askCondition(talk, printer, ports);
    if (condition.kind !== 'ready') return condition;
    if (ports.signal.aborted) return { kind: 'failed', why: 'till-stopped', bytesSent: 0 };
    talk.heard.isProcessed = false;
    talk.heard.isEarlier = false;
    onLeaving();
    // A printer that cannot reply is not asked: it gets only the job.
    const { prelude, confirm } = talk.link.canHear ? talk.dialect.around() : UNASKED;
    const bytes = Buffer.concat([prelude, job, confirm]);
    let handed = 0;
    const sent = await talk.link.send(bytes, ports.timings.stall, (count) => {
      handed = count;
    });
    if (sent !== 'met') {
      const bytesSent = Math.min(Math.max(handed - prelude.length, 0), job.length);
      return { kind: 'failed', why: lossOf(sent), bytesSent };
    }
    return await awaitConfirmation(talk, printer, job.length, ports);
  });
}

async function withLink<Found>(
  printer: AskedPrinter,
  ports: TransportPorts,
  work: (talk: Conversation) => Promise<Found>,
): Promise<Found | Extract<PrintResult, { kind: 'refused' | 'failed' }>> {
  const dialect = printer.dialect();
  const heard: Conversation['heard'] = {
    condition: null,
    isProcessed: false,
    isEarlier: false,
    something: false,
    isStrange: false,
  };
  const onData = (chunk: Uint8Array): void => {
    const events = dialect.read(chunk);
    // A reply to an earlier job does not show the printer's state.
    heard.something ||= events.length === 0 || events.some(({ kind }) => kind !== 'earlier');
    for (const event of events) {
      switch (event.kind) {
        case 'condition':
          heard.condition = event;
          break;
        case 'earlier':
          heard.isEarlier = true;
          break;
        case 'processed':
          heard.isProcessed = true;
          break;
        case 'noise':
          heard.isStrange = true;
          break;
      }
    }
  };
  const link = await printer.open(ports, onData);
  if ('kind' in link) return link;
  try {
    return await work({ link, dialect, heard });
  } finally {
    await link.close(ports.timings.close);
  }
}

async function askCondition(
  talk: Conversation,
  printer: AskedPrinter,
  ports: TransportPorts,
): Promise<Condition> {
  const { link, dialect, heard } = talk;
  if (!link.canHear) return { kind: 'ready', isPaperLow: false, isAssumed: true };
  const asked = await link.send(dialect.ask, ports.timings.answer);
  // Not even the question was taken: nothing reads at the other end.
  if (asked === 'time' && !heard.something) return { kind: 'failed', why: 'silent', bytesSent: 0 };
  const isTold = (): boolean => heard.condition !== null || heard.isStrange;
  const end = asked === 'met' ? await link.until(isTold, ports.timings.answer) : asked;
  // A web server's text may look like a status further on: the first byte decides.
  if (heard.isStrange) return { kind: 'failed', why: 'not-a-printer', bytesSent: 0 };
  if (end === 'time' && !heard.something && !printer.mustAnswer) {
    return { kind: 'ready', isPaperLow: false, isAssumed: true };
  }
  if (end === 'time' && heard.something) {
    return { kind: 'failed', why: 'not-a-printer', bytesSent: 0 };
  }
  if (end !== 'met') return { kind: 'failed', why: lossOf(end), bytesSent: 0 };
  const why = troubleOf(heard);
  if (why !== null) return { kind: 'refused', why };
  return { kind: 'ready', isPaperLow: heard.condition?.isPaperLow ?? false };
}

async function awaitConfirmation(
  talk: Conversation,
  printer: AskedPrinter,
  length: number,
  ports: TransportPorts,
): Promise<PrintResult> {
  const { link, dialect, heard } = talk;
  const { timings } = ports;
  if (!link.canHear) return { kind: 'unconfirmed', why: 'cannot-answer' };
  const isLikely = heard.something || printer.mayAnswerLate;
  const isTold = (): boolean => heard.isProcessed || heard.isEarlier || troubleOf(heard) !== null;
  // Counted down, not read from the clock, which somebody may change meanwhile.
  let left = isLikely ? timings.confirm + length : timings.answer;
  for (;;) {
    const step = Math.min(left, timings.poll);
    const waited = await link.until(isTold, step);
    if (heard.isProcessed) {
      const isPaperLow = heard.condition?.isPaperLow ?? false;
      await settle(talk, timings);
      return { kind: 'printed', isPaperLow };
    }
    const trouble = troubleOf(heard);
    // Its buffered bytes may come out once a person has helped it. Only the cashier can know, so
    // the job ends here and she is asked.
    if (trouble !== null) return { kind: 'unconfirmed', why: trouble };
    if (heard.isEarlier) {
      heard.isEarlier = false;
      const asked = await link.send(dialect.again(), timings.stall);
      if (asked !== 'met') return { kind: 'unconfirmed', why: lossOf(asked) };
      continue;
    }
    if (waited !== 'time') return { kind: 'unconfirmed', why: lossOf(waited) };
    left -= step;
    if (left <= 0) {
      const isMute = !heard.something && !printer.mayAnswerLate;
      return { kind: 'unconfirmed', why: isMute ? 'cannot-answer' : 'silent' };
    }
    if (dialect.poll.length > 0) {
      const asked = await link.send(dialect.poll, timings.stall);
      if (asked !== 'met') return { kind: 'unconfirmed', why: lossOf(asked) };
    }
  }
}

/**
 * Once the job is confirmed, nothing comes before the answers still owed: a printer that resumes
 * sends them at once, or they were lost.
 */
async function settle({ link, dialect, heard }: Conversation, timings: Timings): Promise<void> {
  if (!dialect.isOwedAnswers()) return;
  if ((await link.until(() => !dialect.isOwedAnswers(), timings.settle)) !== 'time') return;
  heard.condition = null;
  if ((await link.send(dialect.poll, timings.answer)) !== 'met') return;
  await link.until(() => heard.condition !== null, timings.answer);
  if (heard.condition !== null && troubleOf(heard) === null) dialect.forgetOwedAnswers();
}

function troubleOf({ condition }: Conversation['heard']): PrinterTrouble | null {
  return condition?.trouble ?? null;
}

function lossOf(end: WaitEnd): Loss {
  switch (end) {
    case 'lost':
      return 'broke-off';
    case 'stopped':
      return 'till-stopped';
    case 'time':
    case 'met':
      return 'silent';
  }
}
