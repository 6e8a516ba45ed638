import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isatty } from 'node:tty';
import type { Clock } from '../../platform/index.ts';
import { codeOf, type NothingSent, nothingSent } from './device-kind.ts';
import { within } from './guard.ts';
import type { Link } from './link.ts';
import type { OpenPrinter } from './transport.ts';
import { createWaits } from './waits.ts';

export interface Device {
  readonly path: string;
  /** A pipe is only written to: reading it would return our own bytes. */
  readonly isPipe: boolean;
  /** Of a serial port; null leaves it as the system has it. */
  readonly baud: number | null;
}

const CHUNK = 1024;
const REST_MS = 10;
/** The most that an earlier job left unread: beyond it, something sends without end. */
const MOST_STALE_BYTES = 65_536;

/**
 * The connection to a device file. It is opened so that neither reading nor writing ever blocks,
 * and polled every few milliseconds during a job. Node gets no events from such files, and a
 * blocking call would hold a thread that all files of the till share.
 */
export function deviceDoor(device: Device): OpenPrinter {
  return async ({ clock, timings, signal }, onData) => {
    if (signal.aborted) return { kind: 'failed', why: 'till-stopped', bytesSent: 0 };
    const opened = await within(device.path, clock, timings.connect, async (isLate) => {
      const found = await openQuietly(device, timings.connect);
      if (!isLate() || 'kind' in found) return found;
      await found.handle.close();
      return nothingSent(null);
    });
    if (opened.end === 'stuck') return { kind: 'refused', why: 'busy' };
    if (opened.end === 'late') return { kind: 'failed', why: 'silent', bytesSent: 0 };
    if ('kind' in opened.value) return opened.value;
    return createDeviceLink(opened.value, device.path, clock, signal, onData);
  };
}

interface OpenDevice {
  readonly handle: FileHandle;
  readonly canHear: boolean;
  readonly isTerminal: boolean;
}

async function openQuietly(
  device: Device,
  milliseconds: number,
): Promise<OpenDevice | NothingSent> {
  let handle: FileHandle | null = null;
  try {
    const both = device.isPipe ? null : await openFor(device.path, constants.O_RDWR);
    handle = both ?? (await openFor(device.path, constants.O_WRONLY));
    if (handle === null) return { kind: 'refused', why: 'no-permission' };
    const isTerminal = isatty(handle.fd);
    if (isTerminal) await makeRaw(device, milliseconds);
    if (both !== null) await dropStale(both);
    return { handle, canHear: both !== null, isTerminal };
  } catch (error) {
    await handle?.close();
    return nothingSent(error);
  }
}

/** Null if we may not; a device that may only be written to is still a printer. */
async function openFor(path: string, how: number): Promise<FileHandle | null> {
  try {
    return await open(path, how | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    if (codeOf(error) === 'EACCES') return null;
    throw error;
  }
}

/**
 * A serial port must pass every byte unchanged, and must not echo the printer's answers to it. Only
 * XON and XOFF are kept: no status byte looks like them, and they stop us when a printer has no
 * more room.
 */
async function makeRaw(device: Device, milliseconds: number): Promise<void> {
  const file = process.platform === 'darwin' ? '-f' : '-F';
  const baud = device.baud === null ? [] : [String(device.baud)];
  const settings = ['raw', 'cs8', '-echo', 'ixon', 'clocal', '-hupcl', ...baud];
  await new Promise<void>((resolve, reject) => {
    execFile('stty', [file, device.path, ...settings], { timeout: milliseconds }, (error) =>
      error === null ? resolve() : reject(new Error('the serial port could not be set')),
    );
  });
}

/** An answer to an earlier job must not be taken for one to this. */
async function dropStale(handle: FileHandle): Promise<void> {
  const buffer = Buffer.alloc(CHUNK);
  for (let dropped = 0; dropped < MOST_STALE_BYTES; ) {
    const count = await readSome(handle, buffer);
    if (count === 'none' || count === 'broken') return;
    dropped += count;
  }
}

async function readSome(handle: FileHandle, buffer: Buffer): Promise<number | 'none' | 'broken'> {
  try {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    return bytesRead > 0 ? bytesRead : 'broken';
  } catch (error) {
    return codeOf(error) === 'EAGAIN' ? 'none' : 'broken';
  }
}

async function writeSome(handle: FileHandle, bytes: Uint8Array): Promise<number | 'broken'> {
  try {
    return (await handle.write(bytes, 0, bytes.length, null)).bytesWritten;
  } catch (error) {
    return codeOf(error) === 'EAGAIN' ? 0 : 'broken';
  }
}

function createDeviceLink(
  { handle, canHear, isTerminal }: OpenDevice,
  path: string,
  clock: Clock,
  signal: AbortSignal,
  onData: (chunk: Uint8Array) => void,
): Link {
  const state = { isLost: false, isClosing: false };
  const { until, wake } = createWaits(clock, signal, () => state.isLost);
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      clock.after(REST_MS, resolve);
    });

  const listen = async (): Promise<void> => {
    const buffer = Buffer.alloc(CHUNK);
    while (!state.isClosing && !state.isLost) {
      const count = await readSome(handle, buffer);
      if (typeof count === 'number') {
        onData(buffer.subarray(0, count));
        wake();
        continue;
      }
      // A serial port that reads as ended was unplugged; other devices just have nothing to say.
      if (count === 'broken' && isTerminal) state.isLost = true;
      wake();
      await rest();
    }
  };

  /** Retries until some of it is taken, or until it is told to stop. */
  const push = async (bytes: Uint8Array, isStopped: () => boolean): Promise<number> => {
    while (!state.isLost) {
      const count = await writeSome(handle, bytes);
      if (count === 'broken') state.isLost = true;
      else if (count > 0) return count;
      else if (isStopped()) return 0;
      else await rest();
    }
    return 0;
  };

  const listening = canHear ? listen() : Promise.resolve();
  let pushing: Promise<unknown> = Promise.resolve();

  return {
    canHear,
    until,
    send: async (bytes, stallMs, handed = () => {}) => {
      let total = 0;
      while (total < bytes.length) {
        const chunk = bytes.subarray(total, total + CHUNK);
        let count = 0;
        let isBack = false;
        let isStopped = false;
        const attempt = push(chunk, () => isStopped).then((some) => {
          count = some;
          isBack = true;
          wake();
        });
        pushing = attempt;
        const end = await until(() => count > 0, stallMs);
        isStopped = true;
        // The last attempt may have succeeded after all; a call that hangs is not waited for.
        if (end !== 'met') await Promise.race([attempt, rest().then(rest)]);
        // A call that has not returned may still take all that it was given.
        total += isBack ? count : chunk.length;
        handed(total);
        if (end !== 'met') return end;
      }
      return 'met';
    },
    close: async (limit) => {
      state.isClosing = true;
      // Closing may take until the printer has taken what is buffered: we do not wait for that.
      await within(path, clock, limit, async () => {
        await Promise.all([listening, pushing]);
        // An error now changes nothing of what is known of the job.
        await handle.close().catch(() => {});
      });
    },
  };
}
