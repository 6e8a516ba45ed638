/**
 * A TLS server in its own thread that records when the first byte of each payment arrives, on the
 * clock that all threads share, and answers like a service that took the payment. The account
 * identifies a request, so arrivals are never confused.
 */
import { createServer } from 'node:tls';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { generate } from 'selfsigned';

export interface FirstByteServer {
  readonly origin: string;
  readonly caPem: string;
  /**
   * Resolves with the `process.hrtime` nanoseconds at which the first byte of the payment to this
   * account arrived.
   */
  waitForArrival(account: string): Promise<bigint>;
  close(): Promise<void>;
}

type Message =
  | { readonly kind: 'listening'; readonly port: number; readonly caPem: string }
  | { readonly kind: 'arrived'; readonly account: string; readonly at: bigint };

export async function startFirstByteServer(): Promise<FirstByteServer> {
  const worker = new Worker(new URL(import.meta.url));
  const arrivals = new Map<string, PromiseWithResolvers<bigint>>();
  const getArrival = (account: string): PromiseWithResolvers<bigint> => {
    const arrival = arrivals.get(account) ?? Promise.withResolvers<bigint>();
    arrivals.set(account, arrival);
    return arrival;
  };
  const listening = await new Promise<Extract<Message, { kind: 'listening' }>>(
    (resolve, reject) => {
      worker.once('error', reject);
      worker.on('message', (message: Message) => {
        if (message.kind === 'listening') resolve(message);
        else getArrival(message.account).resolve(message.at);
      });
    },
  );
  return {
    origin: `https://localhost:${listening.port}`,
    caPem: listening.caPem,
    waitForArrival: (account) => getArrival(account).promise,
    close: async () => {
      await worker.terminate();
    },
  };
}

async function serve(): Promise<void> {
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const server = createServer({ key: certificate.private, cert: certificate.cert }, (socket) => {
    let received = '';
    let arrivedAt = 0n;
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      if (received === '') arrivedAt = process.hrtime.bigint();
      received += bytes.toString('latin1');
      const headEnd = received.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (headEnd < 0 || received.length < headEnd + 4 + length) return;
      const account = /"account_number":"(\d+)"/.exec(received)?.[1];
      received = '';
      if (account !== undefined) {
        parentPort?.postMessage({ kind: 'arrived', account, at: arrivedAt } satisfies Message);
      }
      socket.write(createResponse(account));
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    parentPort?.postMessage({ kind: 'listening', port, caPem: certificate.cert } satisfies Message);
  });
}

function createResponse(account: string | undefined): string {
  const body = JSON.stringify(
    account === undefined
      ? { message: 'nothing but payments is answered here' }
      : { id: 1, created_at: '2026-01-15T16:00:00Z', ticket_text: 'ok' },
  );
  const status = account === undefined ? '404 Not Found' : '201 Created';
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

if (!isMainThread) await serve();
