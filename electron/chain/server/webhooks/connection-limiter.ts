import type { Socket } from 'node:net';
import type { Clock } from '../../../platform/index.ts';

/**
 * Limits the open connections. A connection without the token gives way to a new one, the oldest
 * first: senders that never finish a request cannot keep others out.
 */
export interface ConnectionLimiter {
  /** Call for each new connection; may end it or another one. */
  add(socket: Socket): void;
  /** A request of this connection presented the token: it is not ended for others. */
  setAuthorized(socket: Socket): void;
  /** Null if no connection was ended recently. */
  describe(): string | null;
}

export interface ConnectionLimits {
  readonly total: number;
  /** Null behind a reverse proxy, from which all connections come. */
  readonly perAddress: number | null;
}

/** How long the status shows the ended connections after the last one. */
const REPORT_TTL_MS = 15 * 60_000;

export function createConnectionLimiter(
  limits: ConnectionLimits,
  clock: Pick<Clock, 'uptime'>,
): ConnectionLimiter {
  /** The open connections, oldest first, by address and port: TLS wraps the socket in another. */
  const connections = new Map<string, { readonly socket: Socket; isAuthorized: boolean }>();
  let endedCount = 0;
  let lastEndedAt: number | null = null;

  const end = (key: string, socket: Socket): void => {
    connections.delete(key);
    socket.destroy();
    if (lastEndedAt === null || clock.uptime() - lastEndedAt > REPORT_TTL_MS) endedCount = 0;
    endedCount += 1;
    lastEndedAt = clock.uptime();
  };

  /** Ends the oldest connection without the token, which may be the new one, beyond the limit. */
  const makeRoom = (limit: number, isCounted: (socket: Socket) => boolean): void => {
    const counted = [...connections].filter(([, { socket }]) => isCounted(socket));
    if (counted.length <= limit) return;
    const oldest = counted.find(([, { isAuthorized }]) => !isAuthorized);
    if (oldest) end(oldest[0], oldest[1].socket);
  };

  return {
    add: (socket) => {
      const key = getConnectionKey(socket);
      const network = getNetwork(socket);
      connections.set(key, { socket, isAuthorized: false });
      socket.once('close', () => {
        if (connections.get(key)?.socket === socket) connections.delete(key);
      });
      if (limits.perAddress !== null)
        makeRoom(limits.perAddress, (other) => getNetwork(other) === network);
      makeRoom(limits.total, () => true);
    },
    setAuthorized: (socket) => {
      const connection = connections.get(getConnectionKey(socket));
      if (connection) connection.isAuthorized = true;
    },
    describe: () => {
      if (lastEndedAt === null) return null;
      const secondsAgo = Math.round((clock.uptime() - lastEndedAt) / 1000);
      if (secondsAgo * 1000 > REPORT_TTL_MS) return null;
      return `${endedCount} connections without the secret address were ended, the last ${secondsAgo} s ago, because too many were open`;
    },
  };
}

function getConnectionKey({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Returns the address; for IPv6 its network of 64 bits, in which one sender has all addresses. */
function getNetwork({ remoteAddress = '' }: Socket): string {
  if (!remoteAddress.includes(':') || remoteAddress.includes('.')) return remoteAddress;
  const [groups = ''] = remoteAddress.split('::');
  return groups.split(':').slice(0, 4).join(':');
}
