import { createHash } from 'node:crypto';
import { chmodSync, rmSync, statSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { EXIT_CODES, type ExitCode, type Log } from '../../platform/index.ts';
import { applyPatchRequestSchema } from './apply-patch-file.ts';
import type { CommandOutcome } from './command-outcome.ts';
import { leaveChainRequestSchema } from './leave-chain.ts';

/**
 * The server of an open till for programs without a window: one line is the request, one line is
 * the answer.
 */
export interface RemoteCommandServer {
  close(): void;
}

const remoteCommandSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('upload'),
    tryForMs: z
      .number()
      .int()
      .min(0)
      .max(24 * 60 * 60_000),
  }),
  applyPatchRequestSchema.extend({ kind: z.literal('apply') }),
  leaveChainRequestSchema.extend({ kind: z.literal('leave-chain') }),
  z.strictObject({ kind: z.literal('status'), isJson: z.boolean() }),
  z.strictObject({ kind: z.literal('diagnostics'), file: z.string().min(1).max(4_096) }),
]);
export type RemoteCommand = z.infer<typeof remoteCommandSchema>;

const outcomeSchema = z.strictObject({
  code: z.custom<ExitCode>((value) => Object.values<unknown>(EXIT_CODES).includes(value)),
  lines: z.array(z.string()),
});
/** The length of a socket's path that every system allows; a letter with an accent takes two bytes. */
const MAX_SOCKET_PATH_BYTES = 100;
/** More than any patch with its files has. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Listens for remote commands until it is closed. If another program already listens, or the socket
 * cannot be opened, it logs that and does not listen: the till's own upload schedule still works.
 */
export async function startRemoteCommandServer(ports: {
  readonly profileFolder: string;
  readonly log: Log;
  readonly run: (request: RemoteCommand) => Promise<CommandOutcome>;
  /** For the whole line of a request; default 10 seconds. */
  readonly requestTimeoutMs?: number;
}): Promise<RemoteCommandServer> {
  const { profileFolder, log } = ports;
  const socketPath = getSocketPath(profileFolder);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    const timer = setTimeout(() => socket.destroy(), ports.requestTimeoutMs ?? REQUEST_TIMEOUT_MS);
    readLine(socket)
      .then(async (line) => {
        clearTimeout(timer);
        if (line === null) return socket.destroy();
        const request = remoteCommandSchema.safeParse(parseJsonOrNull(line));
        if (!request.success) {
          log.warn({}, 'remote-command: request invalid');
          return socket.destroy();
        }
        const { code, lines } = await ports.run(request.data);
        return socket.end(`${JSON.stringify({ code, lines })}\n`);
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'remote-command: command failed');
        socket.destroy();
      });
  });
  if (await hasListener(socketPath, profileFolder)) {
    log.warn({ place: socketPath }, 'remote-command: socket already in use');
    return { close: () => {} };
  }
  try {
    // A killed till may have left the socket there.
    if (process.platform !== 'win32') rmSync(socketPath, { force: true });
    await listen(server, socketPath);
    if (process.platform !== 'win32') chmodSync(socketPath, 0o600);
  } catch (error) {
    log.warn(
      { err: error, place: socketPath },
      'remote-command: listen failed, schedulers cannot reach till',
    );
  }
  // The server alone does not keep the process alive.
  server.unref();
  return { close: () => server.close() };
}

/**
 * Sends a command to the till that is open in this profile, and waits for its answer. `nobody`: no
 * till is open; `broke-off`: the connection ended before the answer.
 */
export async function sendRemoteCommand(
  profileFolder: string,
  command: RemoteCommand,
): Promise<CommandOutcome | 'nobody' | 'broke-off'> {
  const socket = await connectToSocket(getSocketPath(profileFolder), profileFolder);
  if (socket === null) return 'nobody';
  socket.write(`${JSON.stringify(command)}\n`);
  const line = await readLine(socket);
  socket.destroy();
  if (line === null) return 'broke-off';
  const outcome = outcomeSchema.safeParse(parseJsonOrNull(line));
  return outcome.success ? outcome.data : 'broke-off';
}

function parseJsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The same for every process, whatever its TMPDIR: a scheduler's differs from the till's. */
const FALLBACK_SOCKET_FOLDER = '/tmp';

/**
 * In the profile, which other users cannot open; in the fallback folder if the path is too long. The
 * name stays: the open till and the program that calls it may be of two versions.
 */
function getSocketPath(profileFolder: string): string {
  const folder = resolve(profileFolder);
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\mostrador-${name}`;
  const socketPath = join(folder, 'errands.sock');
  return Buffer.byteLength(socketPath) <= MAX_SOCKET_PATH_BYTES
    ? socketPath
    : join(FALLBACK_SOCKET_FOLDER, `mostrador-${name}.sock`);
}

async function hasListener(socketPath: string, profileFolder: string): Promise<boolean> {
  const socket = await connectToSocket(socketPath, profileFolder);
  socket?.destroy();
  return socket !== null;
}

function connectToSocket(socketPath: string, profileFolder: string): Promise<Socket | null> {
  // In a folder that others can write, another user's program may listen at the same path.
  if (process.platform !== 'win32') {
    const owner = statSync(socketPath, { throwIfNoEntry: false })?.uid;
    if (owner === undefined || owner !== getExpectedOwnerId(profileFolder))
      return Promise.resolve(null);
  }
  return new Promise((done) => {
    const socket = createConnection(socketPath);
    socket.once('connect', () => done(socket));
    socket.once('error', () => done(null));
    socket.on('error', () => {});
  });
}

/** An administrator may reach the till of another account; any other user only their own. */
function getExpectedOwnerId(profileFolder: string): number | undefined {
  const ownUid = process.getuid?.();
  if (ownUid !== 0) return ownUid;
  return statSync(profileFolder, { throwIfNoEntry: false })?.uid ?? ownUid;
}

/**
 * Resolves to the first line; null if the connection closes before it is complete. Ends a connection
 * whose line is longer than `MAX_LINE_BYTES`.
 */
function readLine(socket: Socket): Promise<string | null> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    let size = 0;
    socket.on('data', (chunk: Buffer) => {
      const end = chunk.indexOf('\n');
      const piece = end === -1 ? chunk : chunk.subarray(0, end);
      size += piece.length;
      if (size > MAX_LINE_BYTES) return void socket.destroy();
      chunks.push(piece);
      if (end === -1) return;
      socket.removeAllListeners('data');
      socket.resume();
      done(Buffer.concat(chunks).toString());
    });
    for (const event of ['end', 'close']) socket.once(event, () => done(null));
  });
}

function listen(server: Server, socketPath: string): Promise<void> {
  return new Promise((done, reject) => {
    server.once('error', reject);
    server.listen(socketPath, () => {
      server.off('error', reject);
      done();
    });
  });
}
