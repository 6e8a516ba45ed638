/** A real HTTPS server that answers what it is told to, and clients of it. */
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../electron/platform/index.ts';
import { silentLog } from '../../../electron/platform/index.ts';
import {
  type BillPaymentService,
  createBillPaymentService,
} from '../../../electron/service/index.ts';
// Its certificates and its server are what this needs, and they are for tests alone.
import { makeCertificate, runHttps } from '../../../electron/service/transport/test-server.ts';
import type { ServiceVersion } from '../../../shared/contract/index.ts';
import type { Reply } from './answers.ts';

/** How a server fails to come to an end. */
export const HANGS = ['before the head', 'after the head', 'byte by byte'] as const;
export type Hang = (typeof HANGS)[number];

export interface AnyServer {
  /** What every request is answered from now on. */
  answer(with_: Reply | Hang): void;
  readonly requests: { readonly method: string; readonly target: string }[];
  /** `patient` where everything is answered: a busy computer reaches no limit then. */
  client(version: ServiceVersion, patience?: 'patient'): BillPaymentService;
  close(): Promise<void>;
}

/** As the client reckons; on the hurried clock a real second is forty. */
const DEADLINE = 20_000;
const PACE = 40;
export const REAL_DEADLINE = DEADLINE / PACE;

const waiting = (realOf: (milliseconds: number) => number): Clock => ({
  now: Date.now,
  uptime: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, realOf(milliseconds));
    return () => clearTimeout(timer);
  },
});
const hurried = waiting((milliseconds) => milliseconds / PACE);
/**
 * The pauses of the back-off are as short; every limit is longer than a connection or an answer
 * takes on any machine. A limit is not only the deadline: a connection has one of its own to open.
 */
const patient = waiting((milliseconds) =>
  milliseconds < 5000 ? milliseconds / PACE : 4 * milliseconds,
);

export async function startAnyServer(): Promise<AnyServer> {
  let current: Reply | Hang = { status: 200, headers: {}, body: Buffer.from('{}') };
  const requests: AnyServer['requests'] = [];
  const certificate = await makeCertificate();
  const server = await runHttps(certificate, (request, response) => {
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
    answer: (next) => {
      current = next;
    },
    requests,
    client: (version, patience) => {
      const made = createBillPaymentService(
        {
          baseUrl: `https://localhost:${server.port}`,
          caPem: certificate.cert,
          vendor: 'acme',
          apiKey: 'key',
          secretKey: 'secret',
          version,
          deadlineMs: DEADLINE,
        },
        { clock: patience === 'patient' ? patient : hurried, log: silentLog, random: () => 0 },
      );
      clients.push(made);
      return made;
    },
    close: async () => {
      for (const client of clients) await client.close();
      await server.stop();
    },
  };
}

function hang(response: ServerResponse, where: Hang): void {
  if (where === 'before the head') return;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"id":1,');
  if (where === 'after the head') return;
  const drip = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(drip));
}
