import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isatty } from 'node:tty';
import type { Clock } from '../../platform/index.ts';
import { MAX_RECEIVED_BYTES, type PrinterConnection } from './connection.ts';
import { getErrorCode, type PrintNotSentResult, toPrintNotSentResult } from './device-kind.ts';
import { runWithHangGuard } from './run-with-hang-guard.ts';
import type { OpenPrinterConnection } from './transport.ts';
import { createConditionWaiter } from './waiter.ts';

export interface DeviceFile {
  readonly path: string;
  /** A pipe is write-only: reading it would return our own bytes. */
  readonly isPipe: boolean;
  /** For a serial port; null keeps the system's setting. */
  readonly baudRate: number | null;
}

const CHUNK_BYTES = 1024;
const POLL_INTERVAL_MS = 10;

/**
 * The connection to a device file. It is opened so that neither reading nor writing ever blocks,
 * and polled every few milliseconds during a job. Node gets no events from such files, and a
 * blocking call would hold a thread that all files of the till share.
 */
export function createDeviceConnectionOpener(device: DeviceFile): OpenPrinterConnection {
  return async ({ clock, timings, signal }, onData) => {
    if (signal.aborted) return { kind: 'failed', reason: 'till-stopped', bytesSent: 0 };
    const opened = await runWithHangGuard(
      device.path,
      clock,
      timings.connectTimeoutMs,
      async (isLate) => {
        const openedDevice = await openDevice(device, timings.connectTimeoutMs);
        if (!isLate() || 'kind' in openedDevice) return openedDevice;
        await openedDevice.handle.close();
        return toPrintNotSentResult(null);
      },
    );
    if (opened.end === 'stuck') return { kind: 'refused', reason: 'busy' };
    if (opened.end === 'late') return { kind: 'failed', reason: 'silent', bytesSent: 0 };
    if ('kind' in opened.value) return opened.value;
    return createDeviceConnection(opened.value, device.path, clock, signal, onData);
  };
}

interface OpenDevice {
  readonly handle: FileHandle;
  readonly canReceive: boolean;
  readonly isTerminal: boolean;
}

async function openDevice(
  device: DeviceFile,
  milliseconds: number,
): Promise<OpenDevice | PrintNotSentResult> {
  let handle: FileHandle | null = null;
  try {
    const both = device.isPipe ? null : await openIfPermitted(device.path, constants.O_RDWR);
    handle = both ?? (await openIfPermitted(device.path, constants.O_WRONLY));
    if (handle === null) return { kind: 'refused', reason: 'no-permission' };
    const isTerminal = isatty(handle.fd);
    if (isTerminal) await setSerialRawMode(device, milliseconds);
    if (both !== null) await discardStaleBytes(both);
    return { handle, canReceive: both !== null, isTerminal };
  } catch (error) {
    await handle?.close();
    return toPrintNotSentResult(error);
  }
}

/** Null without permission. A device that is only writable is still a printer. */
async function openIfPermitted(path: string, flags: number): Promise<FileHandle | null> {
  try {
    return await open(path, flags | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    if (getErrorCode(error) === 'EACCES') return null;
    throw error;
  }
}

/**
 * A serial port must pass every byte unchanged, and must not echo the printer's answers to it. Only
 * XON and XOFF stay enabled: no status byte has their values, and they pause the till while the
 * printer's buffer is full.
 */
async function setSerialRawMode(device: DeviceFile, milliseconds: number): Promise<void> {
  const file = process.platform === 'darwin' ? '-f' : '-F';
  const baud = device.baudRate === null ? [] : [String(device.baudRate)];
  const settings = ['raw', 'cs8', '-echo', 'ixon', 'clocal', '-hupcl', ...baud];
  await new Promise<void>((resolve, reject) => {
    execFile('stty', [file, device.path, ...settings], { timeout: milliseconds }, (error) =>
      error === null ? resolve() : reject(new Error('the serial port could not be set')),
    );
  });
}

/** An answer to an earlier job must not be read as an answer to this one. */
async function discardStaleBytes(handle: FileHandle): Promise<void> {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  for (let discarded = 0; discarded < MAX_RECEIVED_BYTES; ) {
    const count = await readChunk(handle, buffer);
    if (count === 'none' || count === 'broken') return;
    discarded += count;
  }
}

async function readChunk(handle: FileHandle, buffer: Buffer): Promise<number | 'none' | 'broken'> {
  try {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    return bytesRead > 0 ? bytesRead : 'broken';
  } catch (error) {
    return getErrorCode(error) === 'EAGAIN' ? 'none' : 'broken';
  }
}

async function writeChunk(handle: FileHandle, bytes: Uint8Array): Promise<number | 'broken'> {
  try {
    return (await handle.write(bytes, 0, bytes.length, null)).bytesWritten;
  } catch (error) {
    return getErrorCode(error) === 'EAGAIN' ? 0 : 'broken';
  }
}

function createDeviceConnection(
  { handle, canReceive, isTerminal }: OpenDevice,
  path: string,
  clock: Clock,
  signal: AbortSignal,
  onData: (chunk: Uint8Array) => void,
): PrinterConnection {
  const state = { isLost: false, isClosing: false };
  const { waitUntil, recheck } = createConditionWaiter(clock, signal, () => state.isLost);
  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      clock.after(POLL_INTERVAL_MS, resolve);
    });

  const readUntilClosed = async (): Promise<void> => {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    let receivedBytes = 0;
    while (!state.isClosing && !state.isLost) {
      const count = await readChunk(handle, buffer);
      if (typeof count === 'number') {
        receivedBytes += count;
        if (receivedBytes > MAX_RECEIVED_BYTES) {
          state.isLost = true;
          recheck();
          return;
        }
        onData(buffer.subarray(0, count));
        recheck();
        continue;
      }
      // A serial port at its end was unplugged; other devices just have no data at present.
      if (count === 'broken' && isTerminal) state.isLost = true;
      recheck();
      await sleep();
    }
  };

  /** Retries until some of it is accepted, or until `isStopped`; returns the count accepted. */
  const writeSome = async (bytes: Uint8Array, isStopped: () => boolean): Promise<number> => {
    while (!state.isLost) {
      const count = await writeChunk(handle, bytes);
      if (count === 'broken') state.isLost = true;
      else if (count > 0) return count;
      else if (isStopped()) return 0;
      else await sleep();
    }
    return 0;
  };

  const readLoop = canReceive ? readUntilClosed() : Promise.resolve();
  let lastWrite: Promise<unknown> = Promise.resolve();

  return {
    canReceive,
    waitUntil,
    send: async (bytes, stallMs, onHandedOver = () => {}) => {
      let total = 0;
      while (total < bytes.length) {
        const chunk = bytes.subarray(total, total + CHUNK_BYTES);
        let count = 0;
        let hasReturned = false;
        let isStopped = false;
        const attempt = writeSome(chunk, () => isStopped).then((written) => {
          count = written;
          hasReturned = true;
          recheck();
        });
        lastWrite = attempt;
        const outcome = await waitUntil(() => count > 0, stallMs);
        isStopped = true;
        // The last attempt may have succeeded nevertheless. A call that hangs is not awaited.
        if (outcome !== 'met') await Promise.race([attempt, sleep().then(sleep)]);
        // A call that has not returned may still accept all of its bytes.
        total += hasReturned ? count : chunk.length;
        onHandedOver(total);
        if (outcome !== 'met') return outcome;
      }
      return 'met';
    },
    close: async (limit) => {
      state.isClosing = true;
      // Closing can last until the printer has read the buffered bytes: do not wait for that.
      await runWithHangGuard(path, clock, limit, async () => {
        await Promise.all([readLoop, lastWrite]);
        // An error here does not change the result of the job.
        await handle.close().catch(() => {});
      });
    },
  };
}
