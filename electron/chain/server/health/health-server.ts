import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Clock, toIsoTime } from '../../../platform/index.ts';
import {
  type ChainServerServiceStatus,
  type RunningService,
  toStatusJson,
} from '../config/index.ts';

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

/** Rejects if the port cannot be opened. */
export async function startHealthServer(
  port: number,
  health: () => HealthReport,
): Promise<HealthServer> {
  const server = createServer(
    { headersTimeout: 2000, requestTimeout: 2000, keepAliveTimeout: 1000, maxHeaderSize: 4096 },
    (request, response) => handleRequest(request, response, health),
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

function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  health: () => HealthReport,
): void {
  // A web page in a browser on this computer can reach loopback through its own host name.
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  const status = !['127.0.0.1', 'localhost'].includes(host)
    ? 403
    : request.url !== '/health'
      ? 404
      : request.method !== 'GET'
        ? 405
        : null;
  const report = status === null ? health() : null;
  response.writeHead(status ?? (report?.worst === 'red' ? 503 : 200), {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(report === null ? '' : `${JSON.stringify(report)}\n`);
}
