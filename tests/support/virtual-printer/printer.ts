import { createServer, type Server } from 'node:net';
import type { Make } from './make.ts';
import {
  GOOD_CONDITION,
  getConditionAfterFault,
  type PrinterCondition,
} from './printer-condition.ts';
import { getReport, getStatusReply, getUnsolicitedStatus } from './replies.ts';
import { openSession, type Session } from './session.ts';

/** The result of one connection. */
export interface ConnectionOutput {
  /** The printed bytes until now: everything except status requests. */
  readonly printedBytes: Buffer;
  /** The bytes that the printer took, without status requests that it answers at once. */
  readonly takenCount: number;
}

export interface VirtualPrinter {
  readonly port: number;
  readonly address: string;
  /**
   * The printed bytes of each connection that printed anything and has ended. The entry of a
   * connection that waits for paper grows when the paper is there.
   */
  readonly jobs: readonly Buffer[];
  readonly connections: number;
  /** Returns the output of all connections until now, open ones too, in the order of connecting. */
  listConnectionOutputs(): readonly ConnectionOutput[];
  setCondition(condition: Partial<PrinterCondition>): void;
  close(): Promise<void>;
}

/**
 * Starts a printer on loopback. `onJob` receives the printed bytes of a connection when it has
 * ended, and again, from the first byte, when the printer prints more of it after a fault was
 * removed.
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
  let condition = GOOD_CONDITION;
  let reportCount = 0;
  const jobs: Buffer[] = [];
  const sessions: Session[] = [];

  const changeCondition = (nextCondition: PrinterCondition): void => {
    const statusBefore = getUnsolicitedStatus(make, condition, reportCount);
    condition = nextCondition;
    if (Buffer.compare(statusBefore, getUnsolicitedStatus(make, condition, reportCount)) === 0)
      return;
    for (const session of sessions) session.sendAutomaticStatus();
  };

  // Node buffers no more than this: what the printer does not read stays in the TCP connection.
  const serverOptions = { allowHalfOpen: true, noDelay: true, highWaterMark: 256 };
  const server = createServer(serverOptions, (socket) => {
    let jobIndex: number | null = null;
    const recordJob = (): void => {
      const printed = session.getPrintedBytes();
      if (printed.length === 0 || (jobIndex !== null && jobs[jobIndex]?.length === printed.length))
        return;
      jobIndex ??= jobs.length;
      jobs[jobIndex] = printed;
      onJob?.(printed);
    };
    const session = openSession(socket, {
      make,
      getCondition: () => condition,
      onFault: () => {
        const fault = condition.faultAt?.how;
        changeCondition({
          ...condition,
          faultAt: null,
          ...(fault === undefined ? {} : getConditionAfterFault(fault)),
        });
      },
      getStatusReply: (question) => getStatusReply(question, make, condition, reportCount),
      createReport: () => {
        reportCount = (reportCount + 1) % 32;
        return getReport(make, condition, reportCount);
      },
      clearCount: () => {
        reportCount = 0;
      },
      getUnsolicitedStatus: () => getUnsolicitedStatus(make, condition, reportCount),
      sendToOpenConnection: (answer) => {
        if (!condition.sharesConnection) return false;
        sessions.findLast((otherSession) => otherSession.isOpen())?.send(answer);
        return true;
      },
      recordJob,
    });
    sessions.push(session);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const listeningPort = getPort(server);
  return {
    port: listeningPort,
    address: `tcp://${host}:${listeningPort}`,
    jobs,
    get connections() {
      return sessions.length;
    },
    listConnectionOutputs: () =>
      sessions.map((session) => ({
        printedBytes: session.getPrintedBytes(),
        takenCount: session.getTakenCount(),
      })),
    setCondition: (change) => {
      if (change.faultAt) for (const session of sessions) session.exemptFromFaults();
      changeCondition({ ...condition, ...change });
      for (const session of sessions) session.resume();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.close();
      }),
  };
}

function getPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
