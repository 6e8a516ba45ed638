import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be shut: behind it stands the real one. */
export interface ConnectionGate {
  readonly port: number;
  /** What happens once so many bytes have gone to the server; null: all pass. */
  set(trouble: { readonly kind: 'cut' | 'hang'; readonly afterBytes: number } | null): void;
  close(): Promise<void>;
}

export async function openConnectionGate(target: {
  readonly port: number;
}): Promise<ConnectionGate> {
  let trouble: Parameters<ConnectionGate['set']>[0] = null;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const there = connect({ host: '127.0.0.1', port: target.port });
    let passed = 0;
    let isHanging = false;
    const cut = (): void => {
      client.destroy();
      there.destroy();
    };
    for (const socket of [client, there]) {
      open.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        open.delete(socket);
        cut();
      });
    }
    client.on('data', (data) => {
      passed += data.length;
      if (trouble !== null && passed > trouble.afterBytes) {
        if (trouble.kind === 'cut') return cut();
        isHanging = true;
      }
      if (!isHanging) there.write(data);
    });
    there.on('data', (data) => {
      if (!isHanging) client.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    set: (next) => {
      trouble = next;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
