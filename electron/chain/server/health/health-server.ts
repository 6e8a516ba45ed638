import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Clock, toIsoTime } from '../../../platform/index.ts';
import {
  type ChainServerServiceStatus,
  type RunningService,
  toStatusJson,
} from '../config/index.ts';
import type { Gauge } from './prometheus-text.ts';

export interface HealthReport {
  readonly at: string;
  readonly version: string;
  readonly worst: ChainServerServiceStatus['level'];
  readonly services: readonly ReturnType<
    typeof toStatusJson<{ name: string } & ChainServerServiceStatus>
  >[];
}

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

const STATUS_LEVELS = ['green', 'yellow', 'red'] as const;

export function buildHealthReport(
  running: readonly { readonly name: string; readonly service: RunningService }[],
  { version, clock }: { readonly version: string; readonly clock: Clock },
): HealthReport {
  const services = running.map(({ name, service }) => ({
    name,
    ...(service.getStatus?.() ?? { level: 'green' as const, text: 'runs' }),
  }));
  const worst =
    STATUS_LEVELS[Math.max(0, ...services.map(({ level }) => STATUS_LEVELS.indexOf(level)))] ??
    'red';
  return { at: toIsoTime(clock.now()), version, worst, services: services.map(toStatusJson) };
}

export function buildHealthGauges({ services }: HealthReport): readonly Gauge[] {
  const samples = services.map(({ name, light }) => ({
    labels: { service: name },
    value: STATUS_LEVELS.indexOf(light),
  }));
  const help = 'Parts of the process: 0 is green, 1 yellow, 2 red.';
  return [{ name: 'mostrador_chain_service_level', help, samples }];
}

/** Rejects if the port cannot be opened. `readMetrics` returns Prometheus' text, and never rejects. */
export async function startHealthServer(
  port: number,
  health: () => HealthReport,
  readMetrics: () => Promise<string>,
): Promise<HealthServer> {
  const server = createServer(
    { headersTimeout: 2000, requestTimeout: 2000, keepAliveTimeout: 1000, maxHeaderSize: 4096 },
    (request, response) => void handleRequest(request, response, health, readMetrics),
  );
  server.maxConnections = 16;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  health: () => HealthReport,
  readMetrics: () => Promise<string>,
): Promise<void> {
  // A web page in a browser on this computer can reach loopback through its own host name.
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  const send = (status: number, contentType: string, body: string): void => {
    response.writeHead(status, {
      'Content-Type': contentType,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(body);
  };
  const reject = (status: number): void => send(status, 'text/plain', '');
  if (!['127.0.0.1', 'localhost'].includes(host)) return reject(403);
  if (request.url !== '/health' && request.url !== '/metrics') return reject(404);
  if (request.method !== 'GET') return reject(405);
  if (request.url === '/metrics') {
    return send(200, 'text/plain; version=0.0.4; charset=utf-8', await readMetrics());
  }
  const report = health();
  send(report.worst === 'red' ? 503 : 200, 'application/json', `${JSON.stringify(report)}\n`);
}
