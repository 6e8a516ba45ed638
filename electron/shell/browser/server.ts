import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { buildPageScript, insertBridgeScript } from './page-script.ts';
import { sendRequest } from './protocol.ts';
import { createRequestAuth, type RequestAuth, SOCKET_PROTOCOL } from './request-auth.ts';

const LOOPBACK_ADDRESS = '127.0.0.1';
const SHELL_PATH = '/__shell';
const SOCKET_PATH = `${SHELL_PATH}/ipc`;
const SCRIPT_PATH = `${SHELL_PATH}/bridge.js`;
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

interface ServerOptions {
  readonly port: number;
  /** The page's as main knows it: `app://till` or `app://customer`. */
  readonly mainOrigin: string;
  /** The preload bundle of the open window; null if no window is open. */
  preloadPath(): string | null;
  /** A second copy asks for an address, after this. */
  onSecondInstance(): void;
  /** A document of ours has connected. */
  onPage(socket: WebSocket): void;
}

export interface ShellServer {
  readonly port: number;
  /** An address that lets one browser in. */
  createAddress(): string;
  /** Answers a second copy of the till that proves itself by this secret. */
  readonly secret: string;
  close(): void;
}

/**
 * Serves one page's origin on a port of the loopback interface; main answers the one document that was
 * let in. A port is an origin of the browser's: what one page keeps there, the other cannot read.
 */
export async function startServer(options: ServerOptions): Promise<ShellServer> {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => SOCKET_PROTOCOL,
  });
  const server = createServer();
  await listen(server, options.port);
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  const door = createRequestAuth(LOOPBACK_ADDRESS, bound.port);

  server.on('request', (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      process.stderr.write(`the browser shell could not answer: ${String(error)}\n`);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const isWayIn = door.parseUrl(incoming)?.pathname === SOCKET_PATH;
    const admission = isWayIn ? door.authorizeSocket(incoming) : null;
    if (admission === null) {
      // Ended alone, it would stay open until whoever asked closes it too.
      socket.once('finish', () => socket.destroy());
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(incoming, socket, head, (page) => {
      const { secretToTell } = admission;
      if (secretToTell !== null) page.send(JSON.stringify({ session: secretToTell }));
      options.onPage(page);
    });
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = door.parseUrl(incoming);
    const verdict = door.authorize(incoming, url);
    if (verdict.kind === 'new-address') options.onSecondInstance();
    if (verdict.kind !== 'page' || url === null) return door.sendVerdict(outgoing, verdict);
    if (url.pathname === SCRIPT_PATH) {
      const preload = options.preloadPath();
      if (preload === null) return door.sendVerdict(outgoing, { kind: 'not-open' });
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
      // Only a browser asks for it.
      outgoing.writeHead(204).end();
      return;
    }
    if (options.preloadPath() === null) return door.sendVerdict(outgoing, { kind: 'not-open' });
    await passOn(incoming, outgoing, door);
  }

  async function passOn(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { port }: RequestAuth,
  ): Promise<void> {
    // The path as it came: a URL object would already have removed its dots.
    const target = `${options.mainOrigin}${incoming.url ?? '/'}`;
    const kind = incoming.headers['sec-fetch-dest'] === 'document' ? 'mainFrame' : 'other';
    const response = await sendRequest(target, incoming.method ?? 'GET', kind);
    const headers = Object.fromEntries(response.headers);
    const isDocument = response.ok && headers['content-type']?.startsWith('text/html') === true;
    if (!isDocument) {
      outgoing.writeHead(response.status, headers);
      outgoing.end(Buffer.from(await response.arrayBuffer()));
      return;
    }
    const policy = headers['content-security-policy'] ?? "default-src 'none'";
    outgoing.writeHead(response.status, {
      ...headers,
      'content-security-policy': `${policy}; connect-src ws://${LOOPBACK_ADDRESS}:${port}${SOCKET_PATH}`,
    });
    outgoing.end(insertBridgeScript(await response.text(), SCRIPT_PATH));
  }

  return {
    port: door.port,
    createAddress: door.createAddress,
    secret: door.secret,
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
