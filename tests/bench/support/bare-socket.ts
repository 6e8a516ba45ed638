import { once } from 'node:events';
import { WebSocketServer } from 'ws';
import type { BarePayments } from './bare-payments.ts';
import { reportProgress } from './measure-in-turns.ts';

/**
 * A WebSocket over which a page requests bare payments, as it calls main over the browser shell's
 * socket.
 */
export interface BareSocket {
  /** Each message is an account; the reply is sent when its payment is complete. */
  readonly address: string;
  close(): void;
}

export async function openBareSocket(payments: BarePayments): Promise<BareSocket> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('message', (account) => {
      payments.pay(String(account)).then(
        () => socket.send('paid'),
        // The page that waits for the reply reports the timeout.
        (error: unknown) => reportProgress(`a bare payment was not made: ${String(error)}`),
      );
    });
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    address: `ws://127.0.0.1:${address.port}`,
    close: () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
