import { createHash } from 'node:crypto';
import { chmodSync, rmSync, statSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { EXIT, type ExitCode, type Log } from '../../platform/index.ts';
import { applyRequestSchema } from './apply-patch-file.ts';
import type { CommandOutcome } from './command-outcome.ts';

/** What an open till does for a program without a window: one line asks, one line answers. */
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
  applyRequestSchema.extend({ kind: z.literal('apply') }),
  z.strictObject({ kind: z.literal('status'), isJson: z.boolean() }),
  z.strictObject({ kind: z.literal('diagnostics'), file: z.string().min(1).max(4_096) }),
]);
export type RemoteCommand = z.infer<typeof remoteCommandSchema>;

const outcomeSchema = z.strictObject({
  code: z.custom<ExitCode>((value) => Object.values<unknown>(EXIT).includes(value)),
  lines: z.array(z.string()),
});
/** A path of a socket must not be longer anywhere. */
const MAX_SOCKET_PATH_LENGTH = 100;

/**
 * Listens for errands until it is closed. Where another program already does, or the place cannot
 * be had, it logs that and listens to nothing: the upload by its own schedule goes on.
 */
export async function startRemoteCommandServer(ports: {
  readonly profileFolder: string;
  readonly log: Log;
  readonly run: (asked: RemoteCommand) => Promise<CommandOutcome>;
}): Promise<RemoteCommandServer> {
  const { profileFolder, log } = ports;
  const place = getSocketPath(profileFolder);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    readLine(socket)
      .then(async (line) => {
        const asked = line === null ? null : remoteCommandSchema.safeParse(JSON.parse(line));
        if (asked?.success !== true) return socket.destroy();
        const { code, lines } = await ports.run(asked.data);
        return socket.end(`${JSON.stringify({ code, lines })}\n`);
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'remote-command: request invalid');
        socket.destroy();
      });
  });
  if (await hasListener(place, profileFolder)) {
    log.warn({ place }, 'remote-command: socket already in use');
    return { close: () => {} };
  }
  try {
    // A till that was killed left it there.
    if (process.platform !== 'win32') rmSync(place, { force: true });
    await listen(server, place);
    if (process.platform !== 'win32') chmodSync(place, 0o600);
  } catch (error) {
    log.warn({ err: error, place }, 'remote-command: listen failed, schedulers cannot reach till');
  }
  // Alone it keeps no program alive.
  server.unref();
  return { close: () => server.close() };
}

/**
 * Asks the till that is open in this profile, and waits for its answer. `nobody`: none is;
 * `broke-off`: it went away before it had answered.
 */
export async function sendRemoteCommand(
  profileFolder: string,
  asked: RemoteCommand,
): Promise<CommandOutcome | 'nobody' | 'broke-off'> {
  const socket = await connectToSocket(getSocketPath(profileFolder), profileFolder);
  if (socket === null) return 'nobody';
  socket.write(`${JSON.stringify(asked)}\n`);
  const line = await readLine(socket);
  socket.destroy();
  if (line === null) return 'broke-off';
  const read = outcomeSchema.safeParse(JSON.parse(line));
  return read.success ? read.data : 'broke-off';
}

/** For everybody the same, whatever TMPDIR says: a scheduler's is another than the till's. */
const FALLBACK_SOCKET_FOLDER = '/tmp';

/** In the profile, which nobody else may enter; a folder with a long name has it elsewhere. */
function getSocketPath(profileFolder: string): string {
  const folder = resolve(profileFolder);
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\mostrador-${name}`;
  const place = join(folder, 'errands.sock');
  return place.length <= MAX_SOCKET_PATH_LENGTH
    ? place
    : join(FALLBACK_SOCKET_FOLDER, `mostrador-${name}.sock`);
}

async function hasListener(place: string, profileFolder: string): Promise<boolean> {
  const socket = await connectToSocket(place, profileFolder);
  socket?.destroy();
  return socket !== null;
}

function connectToSocket(place: string, profileFolder: string): Promise<Socket | null> {
  // Where others may write, another user's program may stand in the same place.
  if (process.platform !== 'win32') {
    const owner = statSync(place, { throwIfNoEntry: false })?.uid;
    if (owner === undefined || owner !== getExpectedOwnerId(profileFolder))
      return Promise.resolve(null);
  }
  return new Promise((done) => {
    const socket = createConnection(place);
    socket.once('connect', () => done(socket));
    socket.once('error', () => done(null));
    socket.on('error', () => {});
  });
}

/** An administrator asks the till of another account; everybody else only their own. */
function getExpectedOwnerId(profileFolder: string): number | undefined {
  const own = process.getuid?.();
  if (own !== 0) return own;
  return statSync(profileFolder, { throwIfNoEntry: false })?.uid ?? own;
}

/** The first line; null if the other end closes before it is whole. */
function readLine(socket: Socket): Promise<string | null> {
  return new Promise((done) => {
    const lines = createInterface({ input: socket });
    lines.once('line', (line) => done(line));
    lines.once('close', () => done(null));
    socket.once('close', () => done(null));
  });
}

function listen(server: Server, place: string): Promise<void> {
  return new Promise((done, reject) => {
    server.once('error', reject);
    server.listen(place, () => {
      server.off('error', reject);
      done();
    });
  });
}
