import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { VirtualPrinter } from '../../../tests/support/virtual-printer/index.ts';

/** A serial port with a virtual printer at the other end of the cable. */
export interface SerialPort {
  readonly path: string;
  /** The bytes that the till sent over the cable, including status requests. */
  readonly getReceivedBytes: () => Buffer;
  /** Sends bytes to the till that it has not requested. */
  sendBytes(bytes: Uint8Array): void;
  /** The printer stops reading; the buffers of the cable fill up. */
  stopReading(): void;
  unplug(): Promise<void>;
}

/** The reason why this machine has no such port; null if it has one. */
export function serialPortUnavailableReason(): string | null {
  if (process.platform !== 'linux') return 'the serial port needs the script program of Linux';
  const { status } = spawnSync('script', ['--version']);
  return status === 0 ? null : 'the serial port needs script (util-linux)';
}

/**
 * A terminal of the operating system: util-linux's `script` opens one and forwards its bytes. It has
 * the settings of a new terminal, with echo and changed line ends: the till must change them.
 */
export async function openSerialPort(printer: VirtualPrinter): Promise<SerialPort> {
  const terminal = spawn('script', ['-qfc', 'tty; exec sleep 600', '/dev/null']);
  const path = await readFirstLine(terminal);
  const socket = connect(printer.port, '127.0.0.1');
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  terminal.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (socket.writable) socket.write(chunk);
  });
  socket.on('data', (chunk: Buffer) => terminal.stdin.write(chunk));
  // When the printer closes, its end of the cable is closed, too.
  socket.on('error', () => {});
  socket.on('close', () => terminal.kill('SIGKILL'));
  terminal.stdin.on('error', () => {});
  return {
    path,
    getReceivedBytes: () => Buffer.concat(chunks),
    sendBytes: (bytes) => {
      terminal.stdin.write(bytes);
    },
    stopReading: () => {
      terminal.kill('SIGSTOP');
    },
    unplug: async () => await unplugTerminal(terminal, socket),
  };
}

async function readFirstLine(terminal: ChildProcessWithoutNullStreams): Promise<string> {
  let text = '';
  for await (const [chunk] of iterateOutput(terminal)) {
    text += String(chunk);
    const [line, rest] = text.split('\n');
    if (line !== undefined && rest !== undefined) return line.trim();
  }
  throw new Error(`no terminal was created: ${text}`);
}

async function* iterateOutput(terminal: ChildProcessWithoutNullStreams): AsyncGenerator<[Buffer]> {
  for (;;) {
    const [chunk] = await once(terminal.stdout, 'data');
    yield [Buffer.from(chunk)];
  }
}

async function unplugTerminal(
  terminal: ChildProcessWithoutNullStreams,
  socket: Socket,
): Promise<void> {
  socket.destroy();
  if (terminal.exitCode !== null || terminal.signalCode !== null) return;
  const exit = once(terminal, 'exit');
  terminal.kill('SIGKILL');
  await exit;
}
