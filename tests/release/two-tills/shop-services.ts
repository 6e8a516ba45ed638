import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { startTrainingServer, type TrainingServer } from '../../../electron/training/index.ts';
import { type OpenSsh, startOpenSsh } from '../../support/openssh/index.ts';
import { SMALL_UTILITY_COUNT } from '../../support/small-utility-count.ts';
import { ROOT } from '../../support/till-process.ts';
import { formatProgram, toSharedPath } from './computers.ts';
import type { DayZones } from './till-program.ts';

/** The bill payment service and the daily file's server, outside the computers of the shop. */
export interface ShopServices {
  readonly training: TrainingServer;
  readonly sftp: OpenSsh;
  /** A folder that all computers see, as they name it. */
  readonly sharedFolder: string;
  /** For the tills: how they reach both servers, as they name it. */
  readonly file: string;
  /** Writes that file, with the zones of the first business day. */
  writeFile(zones: DayZones): void;
  /** Gives the computer on which it runs both servers. */
  readonly relayCommand: string;
  /** Puts the real keys into the page's `keys.json`. */
  completeKeys(text: string): string;
  close(): Promise<void>;
}

export async function startShopServices(): Promise<ShopServices> {
  mkdirSync(join(ROOT, 'out', 'test'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'out', 'test', 'two-tills-'));
  chmodSync(folder, 0o755);
  const training = await startTrainingServer({ strict: true, utilityCount: SMALL_UTILITY_COUNT });
  const sftp = await startOpenSsh();
  const relays = [Number(new URL(training.baseUrl).port), sftp.port].map((port) => ({
    port,
    socket: join(folder, `${port}.sock`),
  }));
  const servers = await Promise.all(relays.map(openSocket));
  const { baseUrl, vendor, apiKey, secretKey } = training;
  const caFile = join(folder, 'service-ca.pem');
  writeFileSync(caFile, training.caPem);
  const { host, port, user, fingerprint } = sftp;
  const file = join(folder, 'services.json');
  const service = { baseUrl, caFile: toSharedPath(caFile), vendor, apiKey, secretKey };
  const server = { host, port, user, hostKey: fingerprint };
  return {
    training,
    sftp,
    sharedFolder: toSharedPath(folder),
    file: toSharedPath(file),
    writeFile: (zones) => writeFileSync(file, JSON.stringify({ service, server, zones })),
    relayCommand: formatProgram(
      'relay-program.ts',
      ...relays.map((relay) => `${relay.port}=${toSharedPath(relay.socket)}`),
    ),
    completeKeys: (text) => {
      const values = [apiKey, secretKey, sftp.password ?? ''];
      return values.reduce((next, value) => next.replace('…', value), text);
    },
    close: async () => {
      for (const server of servers) server.close();
      await training.close();
      await sftp.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openSocket({
  port,
  socket,
}: {
  readonly port: number;
  readonly socket: string;
}): Promise<Server> {
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  chmodSync(socket, 0o666);
  return server;
}
