import type { Clock, Log } from '../../platform/index.ts';
import { openConnection, type PrinterConnection } from './connection.ts';
import type { PrinterAddress } from './printer-address.ts';
import type { PrinterProblem, StatusDialect, StatusEvent } from './status-dialect.ts';
import type { WaitOutcome } from './waiter.ts';

/** Deadlines, in milliseconds. */
export interface PrinterTimings {
  readonly connectTimeoutMs: number;
  /** For the printer's first status reply. */
  readonly answerTimeoutMs: number;
  /** A printer that takes nothing for this long has stopped reading. */
  readonly stallTimeoutMs: number;
  /** For the confirmation that all was printed, plus one second for each thousand bytes. */
  readonly confirmTimeoutMs: number;
  /** Between two questions while that confirmation is awaited. */
  readonly pollIntervalMs: number;
  readonly closeTimeoutMs: number;
  /** A printer that resumes has sent all its late answers within this time. */
  readonly settleTimeoutMs: number;
  /** For the current job when the till stops. */
  readonly shutdownGraceMs: number;
  /** Until a printer in trouble is asked again: it does not say by itself that it is well. */
  readonly retryDelayMs: number;
}

export const DEFAULT_PRINTER_TIMINGS: PrinterTimings = {
  connectTimeoutMs: 3_000,
  answerTimeoutMs: 2_000,
  stallTimeoutMs: 10_000,
  confirmTimeoutMs: 15_000,
  pollIntervalMs: 1_000,
  closeTimeoutMs: 1_000,
  settleTimeoutMs: 250,
  shutdownGraceMs: 3_000,
  retryDelayMs: 15_000,
};

export type ConnectionLoss = 'silent' | 'broke-off' | 'till-stopped';

/** Why the printer, or the folder of the PDF files, cannot be reached. */
export type TargetProblem =
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
  | { readonly kind: 'refused'; readonly why: PrinterProblem | TargetProblem | 'not-made' }
  | {
      readonly kind: 'failed';
      readonly why:
        | ConnectionLoss
        | 'unreachable'
        | 'not-a-printer'
        | 'answers-as-epson'
        | 'answers-as-star';
      readonly bytesSent: number;
    }
  | {
      readonly kind: 'unconfirmed';
      readonly why: ConnectionLoss | PrinterProblem | TargetProblem | 'cannot-answer';
    };

export type StatusResult =
  /** `isAssumed`: it did not reply, and there is no reason not to print on it. */
  | { readonly kind: 'ready'; readonly isPaperLow: boolean; readonly isAssumed?: boolean }
  | Extract<PrintResult, { kind: 'refused' | 'failed' }>;

/** Connects to the printer, or returns why nothing can be sent. `onData` gets every byte. */
export type OpenPrinterConnection = (
  ports: TransportPorts,
  onData: (chunk: Uint8Array) => void,
) => Promise<PrinterConnection | Extract<PrintResult, { kind: 'refused' | 'failed' }>>;

/** A printer that can be asked for its status, or at least be sent bytes. */
export interface PrinterEndpoint {
  readonly open: OpenPrinterConnection;
  /** A new reader for each connection. */
  readonly dialect: () => StatusDialect;
  /** Whether a printer that does not reply is not printed on. */
  readonly mustAnswer: boolean;
  /** Whether the end of a job waits for a printer that has not replied so far. */
  readonly mayAnswerLate: boolean;
}

/** The connection to a printer on the network. */
export function createNetworkOpener(address: PrinterAddress): OpenPrinterConnection {
  return async ({ clock, timings, signal }, onData) => {
    const link = await openConnection(address, clock, timings.connectTimeoutMs, signal, onData);
    if (link !== null) return link;
    return { kind: 'failed', why: signal.aborted ? 'till-stopped' : 'unreachable', bytesSent: 0 };
  };
}

export interface TransportPorts {
  readonly clock: Clock;
  readonly timings: PrinterTimings;
  readonly signal: AbortSignal;
  /** Where a fault of our own is reported; the result only shows that there was one. */
  readonly log?: Log;
}

interface StatusSession {
  readonly link: PrinterConnection;
  readonly dialect: StatusDialect;
  readonly received: {
    condition: Extract<StatusEvent, { kind: 'condition' }> | null;
    isProcessed: boolean;
    /** Something that may be a reply to an earlier job. */
    isEarlier: boolean;
    something: boolean;
    /** Bytes that no printer sends in reply to a status question. */
    isStrange: boolean;
  };
}

const EMPTY_JOB_FRAME = { prelude: new Uint8Array(), confirm: new Uint8Array() };

/** Asks a printer for its status, and prints nothing. */
export async function readEndpointStatus(
  printer: PrinterEndpoint,
  ports: TransportPorts,
): Promise<StatusResult> {
  return await withConnection(printer, ports, (talk) => readSessionStatus(talk, printer, ports));
}

/**
 * Sends one job over a connection of its own. `onLeaving` is called before the first byte of the
 * job leaves, and never if none does.
 */
export async function sendJob(
  printer: PrinterEndpoint,
  job: Uint8Array,
  ports: TransportPorts,
  onLeaving: () => void,
): Promise<PrintResult> {
  return await withConnection(printer, ports, async (talk): Promise<PrintResult> => {
    const condition = await readSessionStatus(talk, printer, ports);
    if (condition.kind !== 'ready') return condition;
    if (ports.signal.aborted) return { kind: 'failed', why: 'till-stopped', bytesSent: 0 };
    talk.received.isProcessed = false;
    talk.received.isEarlier = false;
    onLeaving();
    // A printer that cannot reply is not asked: it gets only the job.
    const { prelude, confirm } = talk.link.canReceive
      ? talk.dialect.createJobFrame()
      : EMPTY_JOB_FRAME;
    const bytes = Buffer.concat([prelude, job, confirm]);
    let handed = 0;
    const sent = await talk.link.send(bytes, ports.timings.stallTimeoutMs, (count) => {
      handed = count;
    });
    if (sent !== 'met') {
      const bytesSent = Math.min(Math.max(handed - prelude.length, 0), job.length);
      return { kind: 'failed', why: toConnectionLoss(sent), bytesSent };
    }
    return await waitForConfirmation(talk, printer, job.length, ports);
  });
}

async function withConnection<Found>(
  printer: PrinterEndpoint,
  ports: TransportPorts,
  work: (talk: StatusSession) => Promise<Found>,
): Promise<Found | Extract<PrintResult, { kind: 'refused' | 'failed' }>> {
  const dialect = printer.dialect();
  const received: StatusSession['received'] = {
    condition: null,
    isProcessed: false,
    isEarlier: false,
    something: false,
    isStrange: false,
  };
  const onData = (chunk: Uint8Array): void => {
    const events = dialect.parse(chunk);
    // A reply to an earlier job does not show the printer's state.
    received.something ||= events.length === 0 || events.some(({ kind }) => kind !== 'earlier');
    for (const event of events) {
      switch (event.kind) {
        case 'condition':
          received.condition = event;
          break;
        case 'earlier':
          received.isEarlier = true;
          break;
        case 'processed':
          received.isProcessed = true;
          break;
        case 'noise':
          received.isStrange = true;
          break;
      }
    }
  };
  const link = await printer.open(ports, onData);
  if ('kind' in link) return link;
  try {
    return await work({ link, dialect, received });
  } finally {
    await link.close(ports.timings.closeTimeoutMs);
  }
}

async function readSessionStatus(
  talk: StatusSession,
  printer: PrinterEndpoint,
  ports: TransportPorts,
): Promise<StatusResult> {
  const { link, dialect, received } = talk;
  if (!link.canReceive) return { kind: 'ready', isPaperLow: false, isAssumed: true };
  const asked = await link.send(dialect.statusRequest, ports.timings.answerTimeoutMs);
  // Not even the question was taken: nothing reads at the other end.
  if (asked === 'time' && !received.something)
    return { kind: 'failed', why: 'silent', bytesSent: 0 };
  const isTold = (): boolean => received.condition !== null || received.isStrange;
  const end = asked === 'met' ? await link.waitUntil(isTold, ports.timings.answerTimeoutMs) : asked;
  // A web server's text may look like a status further on: the first byte decides.
  if (received.isStrange) return { kind: 'failed', why: 'not-a-printer', bytesSent: 0 };
  if (end === 'time' && !received.something && !printer.mustAnswer) {
    return { kind: 'ready', isPaperLow: false, isAssumed: true };
  }
  if (end === 'time' && received.something) {
    return { kind: 'failed', why: 'not-a-printer', bytesSent: 0 };
  }
  if (end !== 'met') return { kind: 'failed', why: toConnectionLoss(end), bytesSent: 0 };
  const why = getProblem(received);
  if (why !== null) return { kind: 'refused', why };
  return { kind: 'ready', isPaperLow: received.condition?.isPaperLow ?? false };
}

async function waitForConfirmation(
  talk: StatusSession,
  printer: PrinterEndpoint,
  length: number,
  ports: TransportPorts,
): Promise<PrintResult> {
  const { link, dialect, received } = talk;
  const { timings } = ports;
  if (!link.canReceive) return { kind: 'unconfirmed', why: 'cannot-answer' };
  const isLikely = received.something || printer.mayAnswerLate;
  const isTold = (): boolean =>
    received.isProcessed || received.isEarlier || getProblem(received) !== null;
  // Counted down, not read from the clock, which somebody may change meanwhile.
  let left = isLikely ? timings.confirmTimeoutMs + length : timings.answerTimeoutMs;
  for (;;) {
    const step = Math.min(left, timings.pollIntervalMs);
    const waited = await link.waitUntil(isTold, step);
    if (received.isProcessed) {
      const isPaperLow = received.condition?.isPaperLow ?? false;
      await waitForPendingAnswers(talk, timings);
      return { kind: 'printed', isPaperLow };
    }
    const trouble = getProblem(received);
    // Its buffered bytes may come out once a person has helped it. Only the cashier can know, so
    // the job ends here and she is asked.
    if (trouble !== null) return { kind: 'unconfirmed', why: trouble };
    if (received.isEarlier) {
      received.isEarlier = false;
      const asked = await link.send(dialect.createRepeatRequest(), timings.stallTimeoutMs);
      if (asked !== 'met') return { kind: 'unconfirmed', why: toConnectionLoss(asked) };
      continue;
    }
    if (waited !== 'time') return { kind: 'unconfirmed', why: toConnectionLoss(waited) };
    left -= step;
    if (left <= 0) {
      const isMute = !received.something && !printer.mayAnswerLate;
      return { kind: 'unconfirmed', why: isMute ? 'cannot-answer' : 'silent' };
    }
    if (dialect.pollRequest.length > 0) {
      const asked = await link.send(dialect.pollRequest, timings.stallTimeoutMs);
      if (asked !== 'met') return { kind: 'unconfirmed', why: toConnectionLoss(asked) };
    }
  }
}

/**
 * Once the job is confirmed, nothing comes before the answers still owed: a printer that resumes
 * sends them at once, or they were lost.
 */
async function waitForPendingAnswers(
  { link, dialect, received }: StatusSession,
  timings: PrinterTimings,
): Promise<void> {
  if (!dialect.hasPendingAnswers()) return;
  if (
    (await link.waitUntil(() => !dialect.hasPendingAnswers(), timings.settleTimeoutMs)) !== 'time'
  )
    return;
  received.condition = null;
  if ((await link.send(dialect.pollRequest, timings.answerTimeoutMs)) !== 'met') return;
  await link.waitUntil(() => received.condition !== null, timings.answerTimeoutMs);
  if (received.condition !== null && getProblem(received) === null) dialect.clearPendingAnswers();
}

function getProblem({ condition }: StatusSession['received']): PrinterProblem | null {
  return condition?.trouble ?? null;
}

function toConnectionLoss(end: WaitOutcome): ConnectionLoss {
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
