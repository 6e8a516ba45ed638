/**
 * A TLS server in a thread of its own that notes when the first byte of each request arrives, on
 * the clock that all threads share, and answers like a service that took the payment.
 */
import { createServer } from 'node:tls';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { generate } from 'selfsigned';

export interface FirstByteServer {
  readonly origin: string;
  readonly caPem: string;
  /** Nanoseconds of `process.hrtime` at which the next request's first byte arrives. */
  next(): Promise<bigint>;
  close(): Promise<void>;
}

type Message =
  | { readonly kind: 'listening'; readonly port: number; readonly caPem: string }
  | { readonly kind: 'arrived'; readonly at: bigint };

export async function startFirstByteServer(): Promise<FirstByteServer> {
  const worker = new Worker(new URL(import.meta.url));
  const arrived: bigint[] = [];
  let waiting: ((at: bigint) => void) | null = null;
  const started = await new Promise<Extract<Message, { kind: 'listening' }>>((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (message: Message) => {
      if (message.kind === 'listening') resolve(message);
      else if (waiting) waiting(message.at);
      else arrived.push(message.at);
    });
  });
  return {
    origin: `https://localhost:${started.port}`,
    caPem: started.caPem,
    next: () => {
      const early = arrived.shift();
      if (early !== undefined) return Promise.resolve(early);
      return new Promise((resolve) => {
        waiting = (at) => {
          waiting = null;
          resolve(at);
        };
      });
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

async function serve(): Promise<void> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const body = JSON.stringify({ id: 1, created_at: '2026-01-15T16:00:00Z', ticket_text: 'ok' });
  const answer = `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const server = createServer({ key: made.private, cert: made.cert }, (socket) => {
    let received = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      if (received === '') {
        parentPort?.postMessage({ kind: 'arrived', at: process.hrtime.bigint() } satisfies Message);
      }
      received += bytes.toString('latin1');
      const head = received.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (head < 0 || received.length < head + 4 + length) return;
      received = '';
      socket.write(answer);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    parentPort?.postMessage({ kind: 'listening', port, caPem: made.cert } satisfies Message);
  });
}

if (!isMainThread) await serve();
