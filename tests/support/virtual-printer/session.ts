import type { Socket } from 'node:net';
import type { Make } from './make.ts';
import { isStopped, type PrinterCondition } from './printer-condition.ts';
import { readToken } from './tokens.ts';

/** The state and actions that all connections to the printer share. */
export interface PrinterMechanism {
  readonly make: Make;
  getCondition(): PrinterCondition;
  /** A fault occurred: the condition changes. */
  onFault(): void;
  getStatusReply(question: number): Uint8Array;
  createReport(): Uint8Array;
  /** Resets the count of jobs to 0. */
  clearCount(): void;
  getUnsolicitedStatus(): Uint8Array;
  /**
   * Sends a reply to the connection that is open now; false if the reply belongs to its own
   * connection.
   */
  sendToOpenConnection(answer: Uint8Array): boolean;
  /** Nothing more of this connection is printed unless the printer's condition changes. */
  recordJob(): void;
}

/**
 * A connection and what the printer printed of it. It outlives its socket, because paper may be
 * missing.
 */
export interface Session {
  /** Returns what was printed: everything except status requests. */
  getPrintedBytes(): Buffer;
  /**
   * Returns the number of bytes taken, without status requests that the printer answers at once.
   */
  getTakenCount(): number;
  /** Continues to process, after the printer's condition has changed. */
  resume(): void;
  /** Sends the changed status, if the client has enabled that. */
  sendAutomaticStatus(): void;
  isOpen(): boolean;
  send(bytes: Uint8Array): void;
  /** Applies faults that are set from now on to later connections only. */
  exemptFromFaults(): void;
  close(): void;
}

/** After this pause, a printer that stopped reading continues. */
const READ_PAUSE_MS = 5;

export function openSession(socket: Socket, mechanism: PrinterMechanism): Session {
  const { make, getCondition } = mechanism;
  let pending = Buffer.alloc(0);
  let printed = Buffer.alloc(0);
  let taken = 0;
  let isAutomatic = false;
  let isPausedBySpeed = false;
  let isPausedByFault = false;
  let isDisconnected = false;
  let isClosed = false;
  let canSend = true;
  let wasStatusRequested = false;
  let isExemptFromFaults = false;

  const send = (bytes: Uint8Array): void => {
    if (canSend && !getCondition().isSilent && socket.writable) socket.write(bytes);
  };

  const applyFault = (): void => {
    const fault = getCondition().faultAt?.how;
    mechanism.onFault();
    switch (fault) {
      case 'reset':
        isDisconnected = true;
        socket.resetAndDestroy();
        break;
      case 'half-closed':
        canSend = false;
        socket.end();
        break;
      case 'half-open':
        isDisconnected = true;
        socket.pause();
        mechanism.recordJob();
        break;
      case 'remark':
        send(mechanism.getUnsolicitedStatus());
        break;
      case 'pause':
        isPausedByFault = true;
        setTimeout(() => {
          isPausedByFault = false;
          continueSession();
        }, READ_PAUSE_MS);
        break;
    }
  };

  /** Returns how many bytes the printer may take before the fault occurs. */
  const getAllowance = (): number => {
    const { faultAt } = getCondition();
    return faultAt === null || isExemptFromFaults
      ? Number.POSITIVE_INFINITY
      : Math.max(0, faultAt.after - taken);
  };

  const isBlocked = (): boolean =>
    isDisconnected ||
    isPausedByFault ||
    isPausedBySpeed ||
    getCondition().ignoresInput ||
    getCondition().isBusy ||
    isStopped(getCondition());

  /** Processes the first pending token; false if it is incomplete. */
  const processToken = (): boolean => {
    const available = pending.subarray(0, getAllowance());
    const parsed = available.length === 0 ? 'incomplete' : readToken(available, 0, make);
    if (parsed === 'incomplete') return false;
    const bytes = pending.subarray(0, parsed.length);
    pending = pending.subarray(parsed.length);
    taken += parsed.length;
    const name = parsed.token.kind === 'command' ? parsed.token.name : '';
    if (name === 'report') {
      const answer = mechanism.createReport();
      if (!getCondition().hidesReports && !mechanism.sendToOpenConnection(answer)) send(answer);
    } else if (name === 'clear count') {
      mechanism.clearCount();
    } else if (name === 'automatic') {
      isAutomatic = true;
      send(mechanism.getUnsolicitedStatus());
    } else {
      printed = Buffer.concat([printed, bytes]);
      if (name === 'line' && getCondition().isChatty) send(mechanism.getUnsolicitedStatus());
    }
    return true;
  };

  /** Whether the bytes after which the fault occurs have arrived. */
  const isFaultDue = (): boolean => {
    const { faultAt } = getCondition();
    if (faultAt === null || isExemptFromFaults || (faultAt.after === 0 && !wasStatusRequested))
      return false;
    return taken + pending.length >= faultAt.after;
  };

  const pausePrinting = (milliseconds: number): void => {
    isPausedBySpeed = true;
    setTimeout(() => {
      isPausedBySpeed = false;
      continueSession();
    }, milliseconds);
  };

  const print = (): void => {
    const { speed } = getCondition();
    const maxTaken = taken + (speed?.bytes ?? Number.POSITIVE_INFINITY);
    while (!isBlocked()) {
      if (speed !== null && taken >= maxTaken && pending.length > 0) pausePrinting(speed.restMs);
      else if (pending.length > 0 && processToken()) continue;
      else if (isFaultDue()) applyFault();
      else break;
    }
    if (isClosed && !isPausedBySpeed && !isPausedByFault) mechanism.recordJob();
  };

  const handleChunk = (chunk: Uint8Array): void => {
    const { rest: bytes, questions } = extractStatusRequests(Buffer.concat([pending, chunk]), make);
    pending = Buffer.from(bytes);
    for (const request of questions) send(mechanism.getStatusReply(request));
    wasStatusRequested ||= questions.length > 0;
    print();
  };

  /** Reads from the socket what the printer has room for. */
  const readSocket = (): void => {
    for (;;) {
      const { ignoresInput, window } = getCondition();
      // With a window, the printer reads nothing ahead of what it prints.
      if (ignoresInput || isDisconnected || isPausedByFault || (window !== null && isPausedBySpeed))
        return;
      const size = socket.readableLength;
      const chunk: unknown =
        size === 0 ? socket.read() : socket.read(Math.min(window ?? size, size));
      if (!(chunk instanceof Uint8Array)) return;
      handleChunk(chunk);
    }
  };

  const continueSession = (): void => {
    print();
    readSocket();
  };

  socket.on('readable', readSocket);
  socket.on('end', () => socket.end());
  // The client may reset the connection; what was printed until then stays.
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
    if (!isPausedBySpeed && !isPausedByFault) mechanism.recordJob();
  });
  if (getCondition().isChatty) send(mechanism.getUnsolicitedStatus());

  return {
    getPrintedBytes: () => printed,
    getTakenCount: () => taken,
    resume: continueSession,
    sendAutomaticStatus: () => {
      if (isAutomatic) send(mechanism.getUnsolicitedStatus());
    },
    isOpen: () => !isClosed && !isDisconnected && socket.writable,
    send,
    exemptFromFaults: () => {
      isExemptFromFaults = true;
    },
    close: () => socket.destroy(),
  };
}

/** Removes status requests, which a printer answers at once in any state, from the stream. */
function extractStatusRequests(bytes: Buffer, make: Make): { rest: Buffer; questions: number[] } {
  const [first, second] = make === 'epson' ? [0x10, 0x04] : [0x1b, 0x06];
  const remaining: number[] = [];
  const requests: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const isRequest =
      bytes[index] === first && bytes[index + 1] === second && index + 2 < bytes.length;
    if (isRequest) {
      requests.push(bytes[index + 2] ?? 0);
      index += 2;
    } else {
      remaining.push(bytes[index] ?? 0);
    }
  }
  return { rest: Buffer.from(remaining), questions: requests };
}
