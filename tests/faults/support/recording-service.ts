import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCertificate } from '../../../electron/training/http/certificate.ts';
import {
  createTrainingService,
  type TrainingReply,
  type TrainingTransaction,
} from '../../../electron/training/index.ts';
import type { Provisioning } from '../../../shared/contract/index.ts';

/** A request for money as it came off the wire, whatever the service then did with it. */
export interface RecordedMoneyRequest {
  readonly target: string;
  readonly idempotencyKey: string;
  readonly body: string;
  /** The till's end of the connection: a trace of its calls names it too. */
  readonly fromPort: number;
}

/**
 * The training service over HTTPS, in this process, with every POST written down before it is
 * answered: its own idempotency would hide a request that came twice.
 */
export interface RecordingService {
  readonly port: number;
  moneyRequests(): readonly RecordedMoneyRequest[];
  performed(): readonly TrainingTransaction[];
  /** From now on no POST is performed or answered until `letGo`. */
  holdAnswers(): void;
  releaseAnswers(): void;
  /** A till of this service: Ana, who may do everything, and Beto. */
  readonly provisioning: Provisioning;
  close(): Promise<void>;
}

export const OWNER = { cashierId: 'ana', pin: '1234' };
const HOST = '127.0.0.1';

export async function startRecordingService(): Promise<RecordingService> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-service-'));
  const certificate = await loadCertificate(folder);
  const service = createTrainingService({ r24Milliseconds: 50 });
  const seen: RecordedMoneyRequest[] = [];
  let gate: PromiseWithResolvers<void> | null = null;

  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await readBody(incoming);
    const headers = plainHeaders(incoming);
    const target = incoming.url ?? '';
    if (incoming.method === 'POST') {
      seen.push({
        target,
        idempotencyKey: headers['idempotency-key'] ?? '',
        body: body.toString('utf8'),
        fromPort: incoming.socket.remotePort ?? 0,
      });
      await gate?.promise;
    }
    const method = incoming.method ?? '';
    send(incoming, outgoing, await service.handle({ method, target, headers, body }));
  };

  const server = createServer(
    { key: certificate.keyPem, cert: certificate.certPem, minVersion: 'TLSv1.2' },
    (incoming, outgoing) => {
      // A client that was killed has taken its half of the request with it.
      respond(incoming, outgoing).catch(() => outgoing.destroy());
    },
  );
  const port = await new Promise<number>((resolve) => {
    server.listen(0, HOST, () => resolve((server.address() as AddressInfo).port));
  });
  return {
    port,
    moneyRequests: () => seen,
    performed: () => service.inspect().transactions,
    holdAnswers: () => {
      gate ??= Promise.withResolvers<void>();
    },
    releaseAnswers: () => {
      gate?.resolve();
      gate = null;
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
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

function plainHeaders(incoming: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

function send(incoming: IncomingMessage, outgoing: ServerResponse, reply: TrainingReply): void {
  if (reply.kind === 'cut') {
    incoming.socket.destroy();
    return;
  }
  outgoing.sendDate = false;
  outgoing.writeHead(reply.status, {
    ...reply.headers,
    'Content-Length': Buffer.byteLength(reply.body),
  });
  outgoing.end(reply.body);
}
