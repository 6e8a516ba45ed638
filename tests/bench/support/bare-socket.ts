import { once } from 'node:events';
import { WebSocketServer } from 'ws';
import type { BarePayments } from './bare-payments.ts';
import { reportProgress } from './rounds.ts';

/** A line over which a page has bare payments made, as it talks to main over the browser shell's. */
export interface BareSocket {
  /** For an account that is sent there a word comes back once its payment is made. */
  readonly address: string;
  close(): void;
}

export async function openBareSocket(payments: BarePayments): Promise<BareSocket> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('message', (account) => {
      payments.pay(String(account)).then(
        () => socket.send('paid'),
        // Whoever waits for the word says that it does not come.
        (error: unknown) => reportProgress(`a bare payment was not made: ${String(error)}`),
      );
    });
  });
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return {
    address: `ws://127.0.0.1:${bound.port}`,
    close: () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
