/**
 * A TLS server in a thread of its own that notes when the first byte of each payment arrives, on
 * the clock that all threads share, and answers like a service that took the payment. Requests are
 * told apart by the account that they pay: an arrival is never taken for another's.
 */
import { createServer } from 'node:tls';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { generate } from 'selfsigned';

export interface FirstByteServer {
  readonly origin: string;
  readonly caPem: string;
  /** Nanoseconds of `process.hrtime` at which the first byte of the payment to this account came. */
  arrivalOf(account: string): Promise<bigint>;
  close(): Promise<void>;
}

type Message =
  | { readonly kind: 'listening'; readonly port: number; readonly caPem: string }
  | { readonly kind: 'arrived'; readonly account: string; readonly at: bigint };

export async function startFirstByteServer(): Promise<FirstByteServer> {
  const worker = new Worker(new URL(import.meta.url));
  const arrivals = new Map<string, PromiseWithResolvers<bigint>>();
  const arrival = (account: string): PromiseWithResolvers<bigint> => {
    const known = arrivals.get(account) ?? Promise.withResolvers<bigint>();
    arrivals.set(account, known);
    return known;
  };
  const started = await new Promise<Extract<Message, { kind: 'listening' }>>((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (message: Message) => {
      if (message.kind === 'listening') resolve(message);
      else arrival(message.account).resolve(message.at);
    });
  });
  return {
    origin: `https://localhost:${started.port}`,
    caPem: started.caPem,
    arrivalOf: (account) => arrival(account).promise,
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
  const server = createServer({ key: made.private, cert: made.cert }, (socket) => {
    let received = '';
    let at = 0n;
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      if (received === '') at = process.hrtime.bigint();
      received += bytes.toString('latin1');
      const head = received.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (head < 0 || received.length < head + 4 + length) return;
      const account = /"account_number":"(\d+)"/.exec(received)?.[1];
      received = '';
      if (account !== undefined) {
        parentPort?.postMessage({ kind: 'arrived', account, at } satisfies Message);
      }
      socket.write(answerTo(account));
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    parentPort?.postMessage({ kind: 'listening', port, caPem: made.cert } satisfies Message);
  });
}

function answerTo(account: string | undefined): string {
  const body = JSON.stringify(
    account === undefined
      ? { message: 'nothing but payments is answered here' }
      : { id: 1, created_at: '2026-01-15T16:00:00Z', ticket_text: 'ok' },
  );
  const status = account === undefined ? '404 Not Found' : '201 Created';
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

if (!isMainThread) await serve();
