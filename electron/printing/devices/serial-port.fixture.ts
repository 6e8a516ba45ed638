import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { VirtualPrinter } from '../../../tests/support/virtual-printer/index.ts';

/** A serial port with a virtual printer at the other end of the cable. */
export interface SerialPort {
  readonly path: string;
  /** What came over the cable, questions too. */
  readonly heard: () => Buffer;
  /** Bytes at the till's end that nobody has asked for. */
  say(bytes: Uint8Array): void;
  /** The printer stops reading, and the cable holds what it can. */
  stopReading(): void;
  unplug(): Promise<void>;
}

/** Why there is no such port here; null where there is. */
export function serialPortUnavailableReason(): string | null {
  if (process.platform !== 'linux') return 'a serial port is made with the script of Linux alone';
  const { status } = spawnSync('script', ['--version']);
  return status === 0 ? null : 'there is no script (util-linux) to make a serial port with';
}

/**
 * A terminal of the system's own: util-linux's `script` opens one and passes its bytes on. It is
 * left as a new terminal is, with echo and line ends changed: the till has to see to that.
 */
export async function openSerialPort(printer: VirtualPrinter): Promise<SerialPort> {
  const terminal = spawn('script', ['-qfc', 'tty; exec sleep 600', '/dev/null']);
  const path = await firstLine(terminal);
  const socket = connect(printer.port, '127.0.0.1');
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  terminal.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (socket.writable) socket.write(chunk);
  });
  socket.on('data', (chunk: Buffer) => terminal.stdin.write(chunk));
  // A printer that goes away takes its end of the cable with it.
  socket.on('error', () => {});
  socket.on('close', () => terminal.kill('SIGKILL'));
  terminal.stdin.on('error', () => {});
  return {
    path,
    heard: () => Buffer.concat(chunks),
    say: (bytes) => {
      terminal.stdin.write(bytes);
    },
    stopReading: () => {
      terminal.kill('SIGSTOP');
    },
    unplug: async () => await gone(terminal, socket),
  };
}

async function firstLine(terminal: ChildProcessWithoutNullStreams): Promise<string> {
  let text = '';
  for await (const [chunk] of onData(terminal)) {
    text += String(chunk);
    const [line, rest] = text.split('\n');
    if (line !== undefined && rest !== undefined) return line.trim();
  }
  throw new Error(`no terminal was made: ${text}`);
}

async function* onData(terminal: ChildProcessWithoutNullStreams): AsyncGenerator<[Buffer]> {
  for (;;) {
    const [chunk] = await once(terminal.stdout, 'data');
    yield [Buffer.from(chunk)];
  }
}

async function gone(terminal: ChildProcessWithoutNullStreams, socket: Socket): Promise<void> {
  socket.destroy();
  if (terminal.exitCode !== null || terminal.signalCode !== null) return;
  const exit = once(terminal, 'exit');
  terminal.kill('SIGKILL');
  await exit;
}
