import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  createTrainingService,
  type TrainingReply,
  type TrainingTransaction,
} from '../../../electron/training/index.ts';
import type { Provisioning } from '../../../shared/contract/index.ts';
import { loadTestCertificate } from '../../support/certificates.ts';
import { SMALL_UTILITY_COUNT } from '../../support/small-utility-count.ts';

/** A request that moves money as it arrived, whatever the service then did with it. */
export interface RecordedMoneyRequest {
  readonly target: string;
  readonly idempotencyKey: string;
  readonly body: string;
  /** The port of the till's end of the connection; a trace of its system calls contains it too. */
  readonly fromPort: number;
}

/**
 * The training service over HTTPS, in this process. It records every POST before it is answered:
 * the service's own idempotency would hide a request that arrived twice.
 */
export interface RecordingService {
  readonly port: number;
  moneyRequests(): readonly RecordedMoneyRequest[];
  performed(): readonly TrainingTransaction[];
  /** Holds every POST, neither performed nor answered, until `releaseAnswers`. */
  holdAnswers(): void;
  releaseAnswers(): void;
  /** A till of this service with the owner Ana and the cashier Beto. */
  readonly provisioning: Provisioning;
  close(): Promise<void>;
}

export const OWNER = { cashierId: 'ana', pin: '1234' };
const HOST = '127.0.0.1';

export async function startRecordingService(): Promise<RecordingService> {
  const certificate = await loadTestCertificate();
  const service = createTrainingService({
    strict: true,
    r24Milliseconds: 50,
    utilityCount: SMALL_UTILITY_COUNT,
  });
  const requests: RecordedMoneyRequest[] = [];
  let hold: PromiseWithResolvers<void> | null = null;

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const headers = getPlainHeaders(request);
    const target = request.url ?? '';
    if (request.method === 'POST') {
      requests.push({
        target,
        idempotencyKey: headers['idempotency-key'] ?? '',
        body: body.toString('utf8'),
        fromPort: request.socket.remotePort ?? 0,
      });
      await hold?.promise;
    }
    const method = request.method ?? '';
    send(request, response, await service.handle({ method, target, headers, body }));
  };

  const server = createServer(
    { key: certificate.keyPem, cert: certificate.certPem, minVersion: 'TLSv1.2' },
    (request, response) => {
      // A client that was killed has interrupted its request.
      respond(request, response).catch(() => response.destroy());
    },
  );
  const port = await new Promise<number>((resolve) => {
    server.listen(0, HOST, () => resolve((server.address() as AddressInfo).port));
  });
  return {
    port,
    moneyRequests: () => requests,
    performed: () => service.inspect().transactions,
    holdAnswers: () => {
      hold ??= Promise.withResolvers<void>();
    },
    releaseAnswers: () => {
      hold?.resolve();
      hold = null;
    },
    provisioning: {
      environment: 'sandbox',
      version: 'v3.mx',
      baseUrl: `https://${HOST}:${port}`,
      caFile: certificate.caFile,
      ...service.keys,
      chainName: 'lupita',
      posNumber: '07',
      timeZone: 'America/Mexico_City',
      language: 'es-MX',
      shop: { name: 'Abarrotes Lupita' },
      printer: { kind: 'screen', columns: 42 },
      currency: 'MXN',
      cashiers: [
        { id: OWNER.cashierId, name: 'Ana', pin: OWNER.pin, role: 'owner' },
        { id: 'beto', name: 'Beto', pin: '2222', role: 'cashier' },
      ],
    },
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      service.close();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function getPlainHeaders(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

function send(request: IncomingMessage, response: ServerResponse, reply: TrainingReply): void {
  if (reply.kind === 'cut') {
    request.socket.destroy();
    return;
  }
  response.sendDate = false;
  response.writeHead(reply.status, {
    ...reply.headers,
    'Content-Length': Buffer.byteLength(reply.body),
  });
  response.end(reply.body);
}
