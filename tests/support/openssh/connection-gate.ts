import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a server that can cut or hang its connections. */
export interface ConnectionGate {
  readonly port: number;
  /** Sets what happens after so many bytes to the server; null lets everything pass. */
  set(fault: { readonly kind: 'cut' | 'hang'; readonly afterBytes: number } | null): void;
  /** Cuts all open connections. */
  cutConnections(): void;
  close(): Promise<void>;
}

export async function openConnectionGate(target: {
  readonly port: number;
}): Promise<ConnectionGate> {
  let fault: Parameters<ConnectionGate['set']>[0] = null;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port: target.port });
    let sentBytes = 0;
    let isHanging = false;
    const cut = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    client.on('data', (data) => {
      sentBytes += data.length;
      if (fault !== null && sentBytes > fault.afterBytes) {
        if (fault.kind === 'cut') return cut();
        isHanging = true;
      }
      if (!isHanging) upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (!isHanging) client.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cutConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    cutConnections,
    set: (next) => {
      fault = next;
    },
    close: async () => {
      cutConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
