import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { buildPageScript, insertBridgeScript } from './page-script.ts';
import { requestFromProtocolHandler } from './protocol.ts';
import { createRequestAuth, type RequestAuth, SOCKET_PROTOCOL } from './request-auth.ts';

/** The address of Vite's server, set by `npm run dev`; undefined otherwise. */
const DEV_SERVER = process.env.TILL_DEV_SERVER;

/** Whether Vite's server answers for the till's page, so that it reloads while somebody edits it. */
function isDevPage(origin: string): boolean {
  return DEV_SERVER !== undefined && origin === 'app://till';
}

/** The answer of Vite's server, without a content security policy: Vite's own scripts are inline. */
async function fetchDevPage(path: string): Promise<Response> {
  const response = await fetch(new URL(path, DEV_SERVER), { headers: { Accept: '*/*' } });
  const type = response.headers.get('content-type') ?? 'text/plain';
  return new Response(response.body, {
    status: response.status,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
  });
}

const LOOPBACK_ADDRESS = '127.0.0.1';
const SHELL_PATH = '/__shell';
const SOCKET_PATH = `${SHELL_PATH}/ipc`;
const SCRIPT_PATH = `${SHELL_PATH}/bridge.js`;
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

interface ServerOptions {
  readonly port: number;
  /** The page's origin in the main process: `app://till` or `app://customer`. */
  readonly mainOrigin: string;
  /** The preload bundle of the open window; null if no window is open. */
  preloadPath(): string | null;
  /** Called before a second copy receives an address. */
  onSecondInstance(): void;
  /** One of our documents has connected. */
  onPage(socket: WebSocket): void;
}

export interface ShellServer {
  readonly port: number;
  /** Creates an address that gives one browser access. */
  createOneTimeUrl(): string;
  /** The secret by which a second copy of the till proves itself. */
  readonly secret: string;
  close(): void;
}

/**
 * Serves one page's origin on a loopback port; only the newest authorized document is connected to
 * main. A port is its own origin for the browser: one page cannot read what the other stores.
 */
export async function startShellServer(options: ServerOptions): Promise<ShellServer> {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => SOCKET_PROTOCOL,
  });
  const server = createServer();
  await listen(server, options.port);
  const boundAddress = server.address();
  if (boundAddress === null || typeof boundAddress === 'string') throw new Error('no port');
  const auth = createRequestAuth(LOOPBACK_ADDRESS, boundAddress.port);

  server.on('request', (incoming, outgoing) => {
    handleRequest(incoming, outgoing).catch((error: unknown) => {
      process.stderr.write(`the browser shell could not answer: ${String(error)}\n`);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const isSocketPath = auth.parseUrl(incoming)?.pathname === SOCKET_PATH;
    const admission = isSocketPath ? auth.authorizeSocket(incoming) : null;
    if (admission === null) {
      // With `end` alone, the socket would stay open until the client also closes it.
      socket.once('finish', () => socket.destroy());
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(incoming, socket, head, (page) => {
      const { secretToSend } = admission;
      if (secretToSend !== null) page.send(JSON.stringify({ session: secretToSend }));
      options.onPage(page);
    });
  });

  async function handleRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = auth.parseUrl(incoming);
    const verdict = auth.authorize(incoming, url);
    if (verdict.kind === 'new-address') options.onSecondInstance();
    if (verdict.kind !== 'page' || url === null) return auth.sendVerdict(outgoing, verdict);
    if (url.pathname === SCRIPT_PATH) {
      const preload = options.preloadPath();
      if (preload === null) return auth.sendVerdict(outgoing, { kind: 'not-open' });
      const script = await buildPageScript(preload, SOCKET_PATH, SOCKET_PROTOCOL);
      outgoing.writeHead(200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      });
      outgoing.end(script);
      return;
    }
    if (url.pathname === '/favicon.ico') {
      // Only a browser requests it.
      outgoing.writeHead(204).end();
      return;
    }
    if (options.preloadPath() === null) return auth.sendVerdict(outgoing, { kind: 'not-open' });
    await forwardToMain(incoming, outgoing, auth);
  }

  async function forwardToMain(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { port }: RequestAuth,
  ): Promise<void> {
    // The raw path: a URL object would already have removed its dot segments.
    const target = `${options.mainOrigin}${incoming.url ?? '/'}`;
    const isDev = isDevPage(options.mainOrigin);
    const kind = incoming.headers['sec-fetch-dest'] === 'document' ? 'mainFrame' : 'other';
    const response = isDev
      ? await fetchDevPage(incoming.url ?? '/')
      : await requestFromProtocolHandler(target, incoming.method ?? 'GET', kind);
    const headers = Object.fromEntries(response.headers);
    const isDocument = response.ok && headers['content-type']?.startsWith('text/html') === true;
    if (!isDocument) {
      outgoing.writeHead(response.status, headers);
      outgoing.end(Buffer.from(await response.arrayBuffer()));
      return;
    }
    const policy = headers['content-security-policy'] ?? "default-src 'none'";
    outgoing.writeHead(
      response.status,
      isDev
        ? headers
        : {
            ...headers,
            'content-security-policy': `${policy}; connect-src ws://${LOOPBACK_ADDRESS}:${port}${SOCKET_PATH}`,
          },
    );
    outgoing.end(insertBridgeScript(await response.text(), SCRIPT_PATH));
  }

  return {
    port: auth.port,
    createOneTimeUrl: auth.createOneTimeUrl,
    secret: auth.secret,
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK_ADDRESS, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
