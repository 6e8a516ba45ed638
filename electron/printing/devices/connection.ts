import { connect, type Socket } from 'node:net';
import type { Clock } from '../../platform/index.ts';
import type { PrinterAddress } from './printer-address.ts';
import { type ConditionWaiter, createConditionWaiter, type WaitOutcome } from './waiter.ts';

/** An open connection to a printer. What the printer sends is always read. */
export interface PrinterConnection {
  /** Whether the printer can reply on this connection. */
  readonly canReceive: boolean;
  /**
   * Resolves when the operating system has accepted all bytes. `onBytesHandedToSystem` gets the count of
   * bytes that may have been sent: all that were handed to the system, unless it refused them at
   * once. A stall longer than `stallTimeoutMs` ends the call.
   */
  send(
    bytes: Uint8Array,
    stallTimeoutMs: number,
    onBytesHandedToSystem?: (count: number) => void,
  ): Promise<WaitOutcome>;
  readonly waitUntil: ConditionWaiter['waitUntil'];
  /** Ends our side, reads until the printer closes, then releases the connection. */
  close(milliseconds: number): Promise<void>;
}

/** The replies to a job are some hundred bytes. The connection to a device that sends more than this is lost. */
export const MAX_RECEIVED_BYTES = 65_536;

// Small enough to notice, by the bytes accepted, that a printer has stopped reading.
const CHUNK_BYTES = 1024;

/** Connects within the time; null if the connection does not open. `onData` gets every byte. */
export async function openPrinterSocket(
  address: PrinterAddress,
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal,
  onData: (chunk: Uint8Array) => void,
): Promise<PrinterConnection | null> {
  if (signal.aborted) return null;
  // Half-open on purpose: closing while the printer's bytes are unread would reset the connection
  // and could take the end of the receipt with it.
  const socket = connect({ host: address.host, port: address.port, allowHalfOpen: true });
  socket.setNoDelay(true);
  const state = { isLost: false, isClosed: false };
  const { waitUntil, recheck } = createConditionWaiter(clock, signal, () => state.isLost);
  socket.on('data', (chunk: Buffer) => {
    if (socket.bytesRead > MAX_RECEIVED_BYTES) {
      socket.destroy();
      return;
    }
    onData(chunk);
    recheck();
  });
  socket.on('end', () => {
    state.isLost = true;
    recheck();
  });
  // The state shows the cause; the event must have a listener.
  socket.on('error', () => {
    state.isLost = true;
    recheck();
  });
  socket.on('close', () => {
    state.isLost = true;
    state.isClosed = true;
    recheck();
  });

  let isOpen = false;
  socket.on('connect', () => {
    isOpen = true;
    recheck();
  });
  const connectOutcome = await waitUntil(() => isOpen, timeoutMs);
  if (connectOutcome !== 'met') {
    socket.destroy();
    return null;
  }
  return {
    canReceive: true,
    waitUntil,
    send: (bytes, stallMs, onHandedOver) =>
      sendAll({ socket, waitUntil, wake: recheck, state }, bytes, stallMs, onHandedOver),
    close: async (limit) => {
      socket.end();
      const hasClosed = (): boolean => state.isClosed;
      if (!state.isLost) await waitUntil(hasClosed, limit);
      socket.destroy();
    },
  };
}

interface SocketConnection {
  readonly socket: Socket;
  readonly waitUntil: PrinterConnection['waitUntil'];
  readonly wake: () => void;
  readonly state: { readonly isLost: boolean };
}

async function sendAll(
  { socket, waitUntil, wake, state }: SocketConnection,
  bytes: Uint8Array,
  stallMs: number,
  onHandedOver: (count: number) => void = () => {},
): Promise<WaitOutcome> {
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
    const chunk = bytes.subarray(offset, offset + CHUNK_BYTES);
    if (state.isLost || socket.destroyed) return 'lost';
    let isAccepted = false;
    socket.write(chunk, (error) => {
      isAccepted = !error;
      wake();
    });
    // Refused within the call: no byte of this chunk was sent.
    if (socket.errored !== null) return 'lost';
    // The system may have sent a part of the chunk, and reports only on the whole.
    onHandedOver(offset + chunk.length);
    const outcome = await waitUntil(() => isAccepted, stallMs);
    if (outcome !== 'met') return outcome;
  }
  return 'met';
}
