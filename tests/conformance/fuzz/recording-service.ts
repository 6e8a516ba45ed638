/** The training service behind HTTPS, which writes down every request that would move money. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../../electron/platform/index.ts';
// Its certificates and its server are what this needs, and they are for tests alone.
import { makeCertificate, runHttps } from '../../../electron/service/transport/test-server.ts';
import { createTrainingService } from '../../../electron/training/index.ts';

export interface MoneyRequestSeen {
  readonly target: string;
  readonly idempotencyKey: string | null;
  readonly body: string;
}

export interface RecordingService {
  readonly baseUrl: string;
  readonly caPem: string;
  readonly training: ReturnType<typeof createTrainingService>;
  /** In the order in which they came; also those that were refused, or that had no key. */
  readonly money: MoneyRequestSeen[];
  /** What becomes of an answer to a request that moves money. */
  rewrite(how: (answer: Answer) => Answer): void;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const MOVES_MONEY = /\/(?:pay|cash_out|cancel)(?:\?|$)/;

export async function startRecordingService(
  clock: Clock,
  keys: { readonly apiKey: string; readonly secretKey: string },
): Promise<RecordingService> {
  const training = createTrainingService({
    clock,
    ...keys,
    balance: '90000000.00',
    r24Milliseconds: 5,
  });
  const money: MoneyRequestSeen[] = [];
  let rewriting = (answer: Answer): Answer => answer;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const body = Buffer.concat(parts);
    const target = request.url ?? '';
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const idempotencyKey = headers['idempotency-key'] ?? null;
    if (idempotencyKey !== null || MOVES_MONEY.test(target)) {
      money.push({ target, idempotencyKey, body: body.toString('utf8') });
    }
    const reply = await training.handle({ method: request.method ?? '', target, headers, body });
    if (reply.kind === 'cut') {
      request.socket.destroy();
      return;
    }
    response.sendDate = false;
    const { status, body: said } = MOVES_MONEY.test(target)
      ? rewriting({ status: reply.status, body: String(reply.body) })
      : reply;
    response.writeHead(status, reply.headers);
    response.end(said);
  }

  const certificate = await makeCertificate();
  const server = await runHttps(certificate, (request, response) => {
    // A client that has gone is not this server's trouble.
    respond(request, response).catch(() => request.socket.destroy());
  });
  return {
    baseUrl: `https://localhost:${server.port}`,
    caPem: certificate.cert,
    training,
    money,
    rewrite: (how) => {
      rewriting = how;
    },
    close: async () => {
      await server.stop();
      training.close();
    },
  };
}
