/** The training service behind HTTPS; records every request that would move money. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../../electron/platform/index.ts';
// The server is for tests only, so the folder's index does not export it.
import { startHttpsServer } from '../../../electron/service/transport/test-server.ts';
import { createTrainingService } from '../../../electron/training/index.ts';
import { loadTestCertificate } from '../../support/certificates.ts';

export interface RecordedMoneyRequest {
  readonly target: string;
  readonly idempotencyKey: string | null;
  readonly body: string;
}

export interface RecordingService {
  readonly baseUrl: string;
  readonly caPem: string;
  readonly training: ReturnType<typeof createTrainingService>;
  /** Requests in the order of arrival, including refused ones and those without a key. */
  readonly moneyRequests: RecordedMoneyRequest[];
  /** Sets a function that rewrites the answers to requests that move money. */
  setRewrite(rewrite: (answer: Answer) => Answer): void;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const MONEY_TARGET_PATTERN = /\/(?:pay|cash_out|cancel)(?:\?|$)/;

export async function startRecordingService(
  clock: Clock,
  keys: { readonly apiKey: string; readonly secretKey: string },
): Promise<RecordingService> {
  const training = createTrainingService({
    strict: true,
    clock,
    ...keys,
    balance: '90000000.00',
    r24Milliseconds: 5,
  });
  const moneyRequests: RecordedMoneyRequest[] = [];
  let rewriteAnswer = (answer: Answer): Answer => answer;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const target = request.url ?? '';
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const idempotencyKey = headers['idempotency-key'] ?? null;
    if (idempotencyKey !== null || MONEY_TARGET_PATTERN.test(target)) {
      moneyRequests.push({ target, idempotencyKey, body: body.toString('utf8') });
    }
    const reply = await training.handle({ method: request.method ?? '', target, headers, body });
    if (reply.kind === 'cut') {
      request.socket.destroy();
      return;
    }
    response.sendDate = false;
    const { status, body: answerBody } = MONEY_TARGET_PATTERN.test(target)
      ? rewriteAnswer({ status: reply.status, body: String(reply.body) })
      : reply;
    response.writeHead(status, reply.headers);
    response.end(answerBody);
  }

  const { caPem, certPem, keyPem } = await loadTestCertificate();
  const server = await startHttpsServer({ key: keyPem, cert: certPem }, (request, response) => {
    // The client has disconnected, which is no error of this server.
    respond(request, response).catch(() => request.socket.destroy());
  });
  return {
    baseUrl: `https://localhost:${server.port}`,
    caPem,
    training,
    moneyRequests,
    setRewrite: (nextRewrite) => {
      rewriteAnswer = nextRewrite;
    },
    close: async () => {
      await server.stop();
      training.close();
    },
  };
}
