/** A real HTTPS server whose answers the test sets, and clients of it. */
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../electron/platform/index.ts';
import { silentLog } from '../../../electron/platform/index.ts';
import {
  type BillPaymentService,
  createBillPaymentService,
} from '../../../electron/service/index.ts';
// The server is for tests only, so the folder's index does not export it.
import { startHttpsServer } from '../../../electron/service/transport/test-server.ts';
import type { ServiceVersion } from '../../../shared/contract/index.ts';
import { loadTestCertificate } from '../../support/certificates.ts';
import type { Reply } from './reply-arbitraries.ts';

/** Where an answer stops before its end. */
export const HANG_POSITIONS = ['before the head', 'after the head', 'byte by byte'] as const;
export type HangPosition = (typeof HANG_POSITIONS)[number];

export interface AnyServer {
  /** Sets the answer to every request from now on. */
  setAnswer(nextAnswer: Reply | HangPosition): void;
  readonly requests: { readonly method: string; readonly target: string }[];
  /**
   * Use `patient` if every request is answered: its limits are never reached on a busy computer.
   */
  createClient(version: ServiceVersion, patience?: 'patient'): BillPaymentService;
  close(): Promise<void>;
}

/** The client's deadline in its own milliseconds; its clock runs 40 times as fast as real time. */
const DEADLINE_MS = 20_000;
const SPEED_FACTOR = 40;
export const REAL_DEADLINE_MS = DEADLINE_MS / SPEED_FACTOR;

const createClock = (toRealMs: (milliseconds: number) => number): Clock => ({
  now: Date.now,
  uptime: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, toRealMs(milliseconds));
    return () => clearTimeout(timer);
  },
});
const fastClock = createClock((milliseconds) => milliseconds / SPEED_FACTOR);
/**
 * Shortens the delays of the back-off as much, and lengthens every limit beyond what a connection
 * or an answer takes on any machine. Besides the deadline, opening a connection has a limit of its
 * own.
 */
const patientClock = createClock((milliseconds) =>
  milliseconds < 5000 ? milliseconds / SPEED_FACTOR : 4 * milliseconds,
);

export async function startAnyServer(): Promise<AnyServer> {
  let current: Reply | HangPosition = { status: 200, headers: {}, body: Buffer.from('{}') };
  const requests: AnyServer['requests'] = [];
  const { caPem, certPem, keyPem } = await loadTestCertificate();
  const server = await startHttpsServer({ key: keyPem, cert: certPem }, (request, response) => {
    request.resume();
    requests.push({ method: request.method ?? '', target: request.url ?? '' });
    response.sendDate = false;
    if (typeof current === 'string') hang(response, current);
    else {
      response.writeHead(current.status, current.headers);
      response.end(current.body);
    }
  });
  const clients: BillPaymentService[] = [];
  return {
    setAnswer: (nextAnswer) => {
      current = nextAnswer;
    },
    requests,
    createClient: (version, patience) => {
      const client = createBillPaymentService(
        {
          baseUrl: `https://localhost:${server.port}`,
          caPem,
          vendor: 'acme',
          apiKey: 'key',
          secretKey: 'secret',
          version,
          deadlineMs: DEADLINE_MS,
        },
        {
          clock: patience === 'patient' ? patientClock : fastClock,
          log: silentLog,
          random: () => 0,
        },
      );
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const client of clients) await client.close();
      await server.stop();
    },
  };
}

function hang(response: ServerResponse, position: HangPosition): void {
  if (position === 'before the head') return;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"id":1,');
  if (position === 'after the head') return;
  const drip = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(drip));
}
