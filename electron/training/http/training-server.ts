import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrainingFault } from '../../../shared/contract/index.ts';
import { systemClock } from '../../platform/index.ts';
import type { ReversalStatus } from '../rules/index.ts';
import type { StrictOption } from '../strict-mode.ts';
import { createTrainingService, type TrainingOptions } from '../training-service.ts';
import type { TrainingInspection, TrainingReply } from '../wire/index.ts';
import { loadOrCreateCertificate } from './certificate.ts';
import { type ControlPorts, handleControlRequest, isControlPath } from './control-requests.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { createWebhookSender, type WebhookTarget } from './webhooks.ts';

export interface TrainingServerOptions extends TrainingOptions {
  /** A free port if 0 or omitted. */
  readonly port?: number | undefined;
  /** The folder of the certificate; by default a new folder that is removed on close. */
  readonly certificateFolder?: string | undefined;
  /** Target of webhooks from the start; none by default. */
  readonly webhook?: WebhookTarget | undefined;
}

/** A running service, and the data that a client needs to connect to it. */
export interface TrainingServer {
  readonly baseUrl: string;
  /** The certificate authority to trust, as text and as a file. */
  readonly caPem: string;
  readonly caFile: string;
  readonly vendor: string;
  readonly apiKey: string;
  readonly secretKey: string;
  setFaults(faults: readonly TrainingFault[]): Promise<TrainingFault[]>;
  listFaults(): Promise<TrainingFault[]>;
  /** Returns the performed transactions: all, or only the one with this external_id. */
  inspect(externalId?: string): Promise<TrainingInspection>;
  /** See `TrainingService.giveBack`. */
  reverseTransaction(externalId?: string, status?: ReversalStatus): Promise<boolean>;
  /** See `TrainingService.rerunBill`. */
  retryBill(id?: number): Promise<boolean>;
  /** Sets the target of webhooks; null for none. */
  setWebhook(target: WebhookTarget | null): Promise<void>;
  /** Sets the balance of the shop's account, in its currency. */
  setBalance(balance: string): Promise<void>;
  /** See `TrainingOptions.strict`. */
  setStrict(option: StrictOption): Promise<void>;
  /** Closes open connections and stops. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 1_000_000;

export async function startTrainingServer(
  options: TrainingServerOptions = {},
): Promise<TrainingServer> {
  const temporaryFolder = options.certificateFolder
    ? null
    : mkdtempSync(join(tmpdir(), 'mostrador-training-'));
  const removeTemporaryFolder = (): void => {
    if (temporaryFolder) rmSync(temporaryFolder, { recursive: true, force: true });
  };
  try {
    const certificate = await loadOrCreateCertificate(
      options.certificateFolder ?? temporaryFolder ?? '',
    );
    const webhooks = createWebhookSender(systemClock);
    webhooks.setTarget(options.webhook ?? null);
    const service = createTrainingService({ ...options, onWebhook: webhooks.send });
    const server = createServer(
      { key: certificate.keyPem, cert: certificate.certPem, minVersion: 'TLSv1.2' },
      (request, response) => {
        respond({ service, webhooks }, request, response).catch((error: unknown) => {
          options.onError?.(error);
          response.destroy();
        });
      },
    );
    // Even the answer to an unreadable request has the security headers.
    server.on('clientError', (_error, socket) => {
      if (!socket.writable) return void socket.destroy();
      const headers = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`);
      socket.end(
        [
          'HTTP/1.1 400 Bad Request',
          ...headers,
          'Content-Length: 0',
          'Connection: close',
          '',
          '',
        ].join('\r\n'),
      );
    });
    const port = await listen(server, options.port ?? 0).catch((error: unknown) => {
      service.close();
      throw error;
    });
    return {
      baseUrl: `https://${HOST}:${port}`,
      caPem: certificate.caPem,
      caFile: certificate.caFile,
      ...service.keys,
      setFaults: async (faults) => service.setFaults(faults),
      listFaults: async () => service.listFaults(),
      inspect: async (externalId) => service.inspect(externalId),
      reverseTransaction: async (externalId, status) =>
        service.reverseTransaction(externalId, status),
      retryBill: async (id) => service.retryBill(id),
      setWebhook: async (target) => webhooks.setTarget(target),
      setBalance: async (balance) => service.setBalance(balance),
      setStrict: async (option) => service.setStrict(option),
      close: async () => {
        await new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        });
        webhooks.close();
        service.close();
        removeTemporaryFolder();
      },
    };
  } catch (error) {
    removeTemporaryFolder();
    throw error;
  }
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

async function respond(
  controlPorts: ControlPorts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBytes(request);
  if (body === 'gone') return;
  const reply =
    body === 'too-large'
      ? toTooLargeReply()
      : isControlPath(request.url ?? '')
        ? handleControlRequest(controlPorts, request, body)
        : await controlPorts.service.handle({
            method: request.method ?? '',
            target: request.url ?? '',
            headers: toPlainHeaders(request),
            body,
          });
  if (response.destroyed) return;
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

async function readBytes(request: IncomingMessage): Promise<Buffer | 'too-large' | 'gone'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      size += bytes.byteLength;
      if (size <= MAX_BODY_BYTES) chunks.push(bytes);
    }
  } catch {
    // The client disconnected before its request was complete: nobody can receive an answer.
    return 'gone';
  }
  return size > MAX_BODY_BYTES ? 'too-large' : Buffer.concat(chunks);
}

function toPlainHeaders(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

function toTooLargeReply(): TrainingReply {
  return {
    kind: 'answer',
    status: 400,
    headers: { ...SECURITY_HEADERS, 'Content-Type': 'application/json; charset=utf-8' },
    body: '{"code":"R102","message":"The body is too large"}',
  };
}
