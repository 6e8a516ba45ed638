import { createServer, type Server, type Socket } from 'node:net';
import { statusBytes } from './replies.ts';
import { type Make, readToken } from './tokens.ts';

/** How the printer is, and how it misbehaves. */
export interface Mood {
  readonly cover: 'closed' | 'open';
  readonly paper: 'in' | 'low' | 'out';
  /** Answers nothing at all. */
  readonly isSilent: boolean;
  /** Prints, and never says so. */
  readonly hidesEnd: boolean;
  /** Resets the connection once it has processed this many printed bytes. */
  readonly resetsAfter: number | null;
  /** Runs out of paper once it has processed this many printed bytes. */
  readonly paperLasts: number | null;
}

const GOOD: Mood = {
  cover: 'closed',
  paper: 'in',
  isSilent: false,
  hidesEnd: false,
  resetsAfter: null,
  paperLasts: null,
};

export interface VirtualPrinter {
  readonly port: number;
  readonly address: string;
  /** The printed bytes of each connection that printed anything, status questions left out. */
  readonly jobs: readonly Buffer[];
  readonly connections: number;
  be(mood: Partial<Mood>): void;
  close(): Promise<void>;
}

/** A printer on loopback. `onJob` hears the printed bytes of a connection when it ends. */
export async function startVirtualPrinter(
  options: {
    readonly make?: Make;
    readonly port?: number;
    readonly host?: string;
    readonly onJob?: (bytes: Buffer) => void;
  } = {},
): Promise<VirtualPrinter> {
  const { make = 'epson', port = 0, host = '127.0.0.1', onJob } = options;
  let mood = GOOD;
  let connections = 0;
  let reports = 0;
  const jobs: Buffer[] = [];
  const open = new Set<Socket>();

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1;
    open.add(socket);
    let waiting = Buffer.alloc(0);
    let printed = Buffer.alloc(0);
    let isAutomatic = false;
    const isStuck = (): boolean => mood.cover === 'open' || mood.paper === 'out';
    const say = (bytes: Uint8Array): void => {
      if (!mood.isSilent && socket.writable) socket.write(bytes);
    };
    const tell = (question: number): void => say(statusBytes(make, mood, question, reports));

    const keep = (bytes: Uint8Array): void => {
      printed = Buffer.concat([printed, bytes]);
      if (mood.paperLasts !== null && printed.length >= mood.paperLasts) {
        mood = { ...mood, paper: 'out', paperLasts: null };
        if (isAutomatic) tell(0);
      }
      if (mood.resetsAfter !== null && printed.length >= mood.resetsAfter) {
        mood = { ...mood, resetsAfter: null };
        socket.resetAndDestroy();
      }
    };

    const process = (): void => {
      let offset = 0;
      while (offset < waiting.length && !isStuck() && !socket.destroyed) {
        const taken = readToken(waiting, offset, make);
        if (taken === 'incomplete') break;
        const { token } = taken;
        const name = token.kind === 'command' ? token.name : '';
        const bytes = waiting.subarray(offset, offset + taken.length);
        offset += taken.length;
        if (name === 'report') {
          reports = (reports + 1) % 32;
          if (!mood.hidesEnd) tell(-1);
        } else if (name === 'automatic') {
          isAutomatic = true;
          tell(0);
        } else {
          keep(bytes);
        }
      }
      waiting = waiting.subarray(offset);
    };

    socket.on('data', (chunk: Buffer) => {
      const { rest, questions } = takeQuestions(Buffer.concat([waiting, chunk]), make);
      for (const question of questions) tell(question);
      waiting = Buffer.from(rest);
      process();
    });
    socket.on('end', () => socket.end());
    // The other side may reset; what was printed until then is kept at `close`.
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      if (printed.length === 0) return;
      jobs.push(printed);
      onJob?.(printed);
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const listening = portOf(server);
  return {
    port: listening,
    address: `tcp://${host}:${listening}`,
    jobs,
    get connections() {
      return connections;
    },
    be: (change) => {
      mood = { ...mood, ...change };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

/** Questions that a printer answers at once, whatever it is doing, taken out of the stream. */
function takeQuestions(bytes: Buffer, make: Make): { rest: Buffer; questions: number[] } {
  const [first, second] = make === 'epson' ? [0x10, 0x04] : [0x1b, 0x06];
  const rest: number[] = [];
  const questions: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const isQuestion =
      bytes[index] === first && bytes[index + 1] === second && index + 2 < bytes.length;
    if (isQuestion) {
      questions.push(bytes[index + 2] ?? 0);
      index += 2;
    } else {
      rest.push(bytes[index] ?? 0);
    }
  }
  return { rest: Buffer.from(rest), questions };
}
