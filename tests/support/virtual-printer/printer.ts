import { createServer, type Server } from 'node:net';
import {
  GOOD_CONDITION,
  getConditionAfterFault,
  type PrinterCondition,
} from './printer-condition.ts';
import { getReport, getStatusReply, getUnsolicitedStatus } from './replies.ts';
import { openSession, type Session } from './session.ts';
import type { Make } from './tokens.ts';

/** What one connection brought. */
export interface ConnectionOutput {
  /** What was printed of it until now: all that is no question about the printer itself. */
  readonly printed: Buffer;
  /** Bytes that the printer took, questions that are answered at once left out. */
  readonly taken: number;
}

export interface VirtualPrinter {
  readonly port: number;
  readonly address: string;
  /**
   * The printed bytes of each connection that printed anything and has ended. One that waits for
   * paper grows when the paper is there.
   */
  readonly jobs: readonly Buffer[];
  readonly connections: number;
  /** Everything until now, also of connections that are still open, in the order of connecting. */
  listConnectionOutputs(): readonly ConnectionOutput[];
  setCondition(mood: Partial<PrinterCondition>): void;
  close(): Promise<void>;
}

/**
 * A printer on loopback. `onJob` hears the printed bytes of a connection when it has ended, and
 * again, from the start, when there is more of it because somebody helped the printer.
 */
export async function startVirtualPrinter(
  options: {
    readonly make?: Make;
    readonly port?: number;
    readonly host?: string;
    readonly onJob?: (bytes: Buffer) => void;
  } = {},
): Promise<VirtualPrinter> {
  const { make = 'epson', port = 0, host = '127.0.0.1', onJob } = options;
  let mood = GOOD_CONDITION;
  let reports = 0;
  const jobs: Buffer[] = [];
  const sessions: Session[] = [];

  const become = (next: PrinterCondition): void => {
    const before = getUnsolicitedStatus(make, mood, reports);
    mood = next;
    if (Buffer.compare(before, getUnsolicitedStatus(make, mood, reports)) === 0) return;
    for (const session of sessions) session.tell();
  };

  // Node reads ahead no more than this: what a printer does not read stays on the line.
  const line = { allowHalfOpen: true, noDelay: true, highWaterMark: 256 };
  const server = createServer(line, (socket) => {
    let index: number | null = null;
    const rested = (): void => {
      const printed = session.printed();
      if (printed.length === 0 || (index !== null && jobs[index]?.length === printed.length))
        return;
      index ??= jobs.length;
      jobs[index] = printed;
      onJob?.(printed);
    };
    const session = openSession(socket, {
      make,
      mood: () => mood,
      broke: () => {
        const how = mood.faultAt?.how;
        become({
          ...mood,
          faultAt: null,
          ...(how === undefined ? {} : getConditionAfterFault(how)),
        });
      },
      answer: (question) => getStatusReply(question, make, mood, reports),
      report: () => {
        reports = (reports + 1) % 32;
        return getReport(make, mood, reports);
      },
      clearCount: () => {
        reports = 0;
      },
      unasked: () => getUnsolicitedStatus(make, mood, reports),
      passOn: (answer) => {
        if (!mood.sharesConnection) return false;
        sessions.findLast((one) => one.isOpen())?.say(answer);
        return true;
      },
      rested,
    });
    sessions.push(session);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const listening = getPort(server);
  return {
    port: listening,
    address: `tcp://${host}:${listening}`,
    jobs,
    get connections() {
      return sessions.length;
    },
    listConnectionOutputs: () =>
      sessions.map((one) => ({ printed: one.printed(), taken: one.taken() })),
    setCondition: (change) => {
      if (change.faultAt) for (const session of sessions) session.spare();
      become({ ...mood, ...change });
      for (const session of sessions) session.goOn();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.end();
      }),
  };
}

function getPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
