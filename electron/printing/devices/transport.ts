import type { Clock, Log } from '../../platform/index.ts';
import { openPrinterSocket, type PrinterConnection } from './connection.ts';
import type { PrinterAddress } from './printer-address.ts';
import type { PrinterProblem, PrinterStatusDialect, PrinterStatusEvent } from './status-dialect.ts';
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
  /** Between two status requests while that confirmation is awaited. */
  readonly pollIntervalMs: number;
  readonly closeTimeoutMs: number;
  /** A printer that resumes has sent all its late answers within this time. */
  readonly settleTimeoutMs: number;
  /** For the current job when the till stops. */
  readonly shutdownGraceMs: number;
  /** Until a printer with a problem is polled again: it does not report that it is ready. */
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

export type PrinterConnectionLoss = 'silent' | 'broke-off' | 'till-stopped';

/** The reason why the printer, or the folder of the PDF files, cannot be used. */
export type PrintTargetProblem =
  | 'no-such-path'
  | 'is-a-folder'
  | 'no-permission'
  | 'busy'
  | 'no-folder'
  | 'folder-closed'
  | 'disk-full';

/** What is sent to a printer. */
export interface OutgoingPrintJob {
  readonly bytes: Uint8Array;
  /** The name of its file without an extension, if it becomes a file. */
  readonly fileName: string;
}

/**
 * The result of a job. `refused`: a reason is known, and nothing was sent. `failed`: not all was
 * sent; `bytesSent` is the most that may have been. `unconfirmed`: all was sent, and nothing
 * confirmed that it was printed. Nothing is ever sent twice.
 */
export type PrintResult =
  | { readonly kind: 'printed'; readonly isPaperLow: boolean }
  | { readonly kind: 'refused'; readonly reason: PrinterProblem | PrintTargetProblem | 'not-made' }
  | {
      readonly kind: 'failed';
      readonly reason:
        | PrinterConnectionLoss
        | 'unreachable'
        | 'not-a-printer'
        | 'answers-as-epson'
        | 'answers-as-star';
      readonly bytesSent: number;
    }
  | {
      readonly kind: 'unconfirmed';
      readonly reason:
        | PrinterConnectionLoss
        | PrinterProblem
        | PrintTargetProblem
        | 'cannot-answer';
    };

export type PrinterStatusResult =
  /** `isAssumed`: it did not reply, and nothing prevents printing on it. */
  | { readonly kind: 'ready'; readonly isPaperLow: boolean; readonly isAssumed?: boolean }
  | Extract<PrintResult, { kind: 'refused' | 'failed' }>;

/** Connects to the printer, or returns the reason for a failure. `onData` gets every byte. */
export type OpenPrinterConnection = (
  ports: PrinterTransportPorts,
  onData: (chunk: Uint8Array) => void,
) => Promise<PrinterConnection | Extract<PrintResult, { kind: 'refused' | 'failed' }>>;

/** A printer that can be asked for its status, or at least be sent bytes. */
export interface PrinterEndpoint {
  readonly open: OpenPrinterConnection;
  /** A new reader for each connection. */
  readonly dialect: () => PrinterStatusDialect;
  /** Whether a printer must reply before it gets a job. */
  readonly mustAnswer: boolean;
  /** Whether the end of a job waits for a printer that has not replied so far. */
  readonly canAnswerLate: boolean;
}

/** Returns a function that connects to a printer on the network. */
export function createNetworkConnectionOpener(address: PrinterAddress): OpenPrinterConnection {
  return async ({ clock, timings, signal }, onData) => {
    const connection = await openPrinterSocket(
      address,
      clock,
      timings.connectTimeoutMs,
      signal,
      onData,
    );
    if (connection !== null) return connection;
    return {
      kind: 'failed',
      reason: signal.aborted ? 'till-stopped' : 'unreachable',
      bytesSent: 0,
    };
  };
}

export interface PrinterTransportPorts {
  readonly clock: Clock;
  readonly timings: PrinterTimings;
  readonly signal: AbortSignal;
  /** For our own errors; the result only shows that there was one. */
  readonly log?: Log;
}

interface StatusSession {
  readonly connection: PrinterConnection;
  readonly dialect: PrinterStatusDialect;
  readonly received: {
    condition: Extract<PrinterStatusEvent, { kind: 'condition' }> | null;
    isProcessed: boolean;
    /** A reply that may belong to an earlier job. */
    hasEarlierReply: boolean;
    hasAnyReply: boolean;
    /** Bytes that no printer sends in reply to a status request. */
    hasNoise: boolean;
  };
}

const EMPTY_JOB_FRAME = { prelude: new Uint8Array(), confirm: new Uint8Array() };

/** Asks a printer for its status, and prints nothing. */
export async function readEndpointStatus(
  printer: PrinterEndpoint,
  ports: PrinterTransportPorts,
): Promise<PrinterStatusResult> {
  return await withConnection(printer, ports, (session) =>
    readSessionStatus(session, printer, ports),
  );
}

/**
 * Sends one job over a connection of its own. `beforeFirstByte` is called before the first byte of the
 * job leaves, and never if none does.
 */
export async function sendPrintJob(
  printer: PrinterEndpoint,
  job: Uint8Array,
  ports: PrinterTransportPorts,
  beforeFirstByte: () => void,
): Promise<PrintResult> {
  return await withConnection(printer, ports, async (session): Promise<PrintResult> => {
    const condition = await readSessionStatus(session, printer, ports);
    if (condition.kind !== 'ready') return condition;
    if (ports.signal.aborted) return { kind: 'failed', reason: 'till-stopped', bytesSent: 0 };
    session.received.isProcessed = false;
    session.received.hasEarlierReply = false;
    beforeFirstByte();
    // A printer that cannot reply gets only the job, without a request.
    const { prelude, confirm } = session.connection.canReceive
      ? session.dialect.createJobFrame()
      : EMPTY_JOB_FRAME;
    const bytes = Buffer.concat([prelude, job, confirm]);
    let handedOver = 0;
    const sendOutcome = await session.connection.send(
      bytes,
      ports.timings.stallTimeoutMs,
      (count) => {
        handedOver = count;
      },
    );
    if (sendOutcome !== 'met') {
      const bytesSent = Math.min(Math.max(handedOver - prelude.length, 0), job.length);
      return { kind: 'failed', reason: toConnectionLoss(sendOutcome), bytesSent };
    }
    return await waitForConfirmation(session, printer, job.length, ports);
  });
}

async function withConnection<Value>(
  printer: PrinterEndpoint,
  ports: PrinterTransportPorts,
  work: (session: StatusSession) => Promise<Value>,
): Promise<Value | Extract<PrintResult, { kind: 'refused' | 'failed' }>> {
  const dialect = printer.dialect();
  const received: StatusSession['received'] = {
    condition: null,
    isProcessed: false,
    hasEarlierReply: false,
    hasAnyReply: false,
    hasNoise: false,
  };
  const onData = (chunk: Uint8Array): void => {
    const events = dialect.parse(chunk);
    // A reply to an earlier job does not show the printer's state.
    received.hasAnyReply ||= events.length === 0 || events.some(({ kind }) => kind !== 'earlier');
    for (const event of events) {
      switch (event.kind) {
        case 'condition':
          received.condition = event;
          break;
        case 'earlier':
          received.hasEarlierReply = true;
          break;
        case 'processed':
          received.isProcessed = true;
          break;
        case 'noise':
          received.hasNoise = true;
          break;
      }
    }
  };
  const connection = await printer.open(ports, onData);
  if ('kind' in connection) return connection;
  try {
    return await work({ connection, dialect, received });
  } finally {
    await connection.close(ports.timings.closeTimeoutMs);
  }
}

async function readSessionStatus(
  session: StatusSession,
  printer: PrinterEndpoint,
  ports: PrinterTransportPorts,
): Promise<PrinterStatusResult> {
  const { connection, dialect, received } = session;
  if (!connection.canReceive) return { kind: 'ready', isPaperLow: false, isAssumed: true };
  const requestOutcome = await connection.send(
    dialect.statusRequest,
    ports.timings.answerTimeoutMs,
  );
  // Not even the request was accepted: nothing reads at the other end.
  if (requestOutcome === 'time' && !received.hasAnyReply)
    return { kind: 'failed', reason: 'silent', bytesSent: 0 };
  const isReported = (): boolean => received.condition !== null || received.hasNoise;
  const outcome =
    requestOutcome === 'met'
      ? await connection.waitUntil(isReported, ports.timings.answerTimeoutMs)
      : requestOutcome;
  // Later bytes of a web server's text may look like a status: the first byte decides.
  if (received.hasNoise) return { kind: 'failed', reason: 'not-a-printer', bytesSent: 0 };
  if (outcome === 'time' && !received.hasAnyReply && !printer.mustAnswer) {
    return { kind: 'ready', isPaperLow: false, isAssumed: true };
  }
  if (outcome === 'time' && received.hasAnyReply) {
    return { kind: 'failed', reason: 'not-a-printer', bytesSent: 0 };
  }
  if (outcome !== 'met') return { kind: 'failed', reason: toConnectionLoss(outcome), bytesSent: 0 };
  const reason = getProblem(received);
  if (reason !== null) return { kind: 'refused', reason };
  return { kind: 'ready', isPaperLow: received.condition?.isPaperLow ?? false };
}

async function waitForConfirmation(
  session: StatusSession,
  printer: PrinterEndpoint,
  length: number,
  ports: PrinterTransportPorts,
): Promise<PrintResult> {
  const { connection, dialect, received } = session;
  const { timings } = ports;
  if (!connection.canReceive) return { kind: 'unconfirmed', reason: 'cannot-answer' };
  const canReply = received.hasAnyReply || printer.canAnswerLate;
  const isReported = (): boolean =>
    received.isProcessed || received.hasEarlierReply || getProblem(received) !== null;
  // Counted down, because a clock may be changed meanwhile.
  let leftMs = canReply ? timings.confirmTimeoutMs + length : timings.answerTimeoutMs;
  for (;;) {
    const stepMs = Math.min(leftMs, timings.pollIntervalMs);
    const waitOutcome = await connection.waitUntil(isReported, stepMs);
    if (received.isProcessed) {
      const isPaperLow = received.condition?.isPaperLow ?? false;
      await waitForPendingAnswers(session, timings);
      return { kind: 'printed', isPaperLow };
    }
    const problem = getProblem(received);
    // The buffered bytes may be printed once a person has fixed the problem. Only the cashier can
    // see that, so the job ends here and the cashier confirms it.
    if (problem !== null) return { kind: 'unconfirmed', reason: problem };
    if (received.hasEarlierReply) {
      received.hasEarlierReply = false;
      const requestOutcome = await connection.send(
        dialect.createRepeatRequest(),
        timings.stallTimeoutMs,
      );
      if (requestOutcome !== 'met')
        return { kind: 'unconfirmed', reason: toConnectionLoss(requestOutcome) };
      continue;
    }
    if (waitOutcome !== 'time')
      return { kind: 'unconfirmed', reason: toConnectionLoss(waitOutcome) };
    leftMs -= stepMs;
    if (leftMs <= 0) {
      const hasNeverReplied = !received.hasAnyReply && !printer.canAnswerLate;
      return { kind: 'unconfirmed', reason: hasNeverReplied ? 'cannot-answer' : 'silent' };
    }
    if (dialect.pollRequest.length > 0) {
      const requestOutcome = await connection.send(dialect.pollRequest, timings.stallTimeoutMs);
      if (requestOutcome !== 'met')
        return { kind: 'unconfirmed', reason: toConnectionLoss(requestOutcome) };
    }
  }
}

/**
 * Waits for the pending answers after the job is confirmed: a printer that resumes sends them at
 * once, or they were lost.
 */
async function waitForPendingAnswers(
  { connection, dialect, received }: StatusSession,
  timings: PrinterTimings,
): Promise<void> {
  if (!dialect.hasPendingAnswers()) return;
  if (
    (await connection.waitUntil(() => !dialect.hasPendingAnswers(), timings.settleTimeoutMs)) !==
    'time'
  )
    return;
  received.condition = null;
  if ((await connection.send(dialect.pollRequest, timings.answerTimeoutMs)) !== 'met') return;
  await connection.waitUntil(() => received.condition !== null, timings.answerTimeoutMs);
  if (received.condition !== null && getProblem(received) === null) dialect.clearPendingAnswers();
}

function getProblem({ condition }: StatusSession['received']): PrinterProblem | null {
  return condition?.problem ?? null;
}

function toConnectionLoss(outcome: WaitOutcome): PrinterConnectionLoss {
  switch (outcome) {
    case 'lost':
      return 'broke-off';
    case 'stopped':
      return 'till-stopped';
    case 'time':
    case 'met':
      return 'silent';
  }
}
