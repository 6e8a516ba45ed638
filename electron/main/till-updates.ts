import { Agent } from 'node:https';
import { join } from 'node:path';
import type { UpdateGateFacts } from '../back-office/monitoring/index.ts';
import type { Clock } from '../platform/index.ts';
import { createConnector } from '../service/index.ts';
import { toSettingsInUse } from '../settings/index.ts';
import type { Shell } from '../shell/electron/index.ts';
import {
  createUpdates,
  loadNsisUpdater,
  readBuiltInKeys,
  readInstallerFeed,
  type Updates,
} from '../shell/electron/updates/index.ts';
import type { Emit } from './ipc/index.ts';
import type { TillHost } from './till/index.ts';

const CONNECT_TIMEOUT_MS = 20_000;

/** Wires the updates for the running program and its open till. */
export function createTillUpdates(ports: {
  readonly shell: Shell;
  readonly host: TillHost;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly closedGate: () => UpdateGateFacts | null;
}): Updates {
  const { shell, host, clock, emit } = ports;
  const { log, applicationVersion: version, resourcesFolder } = shell;
  const folder = join(shell.profileFolder, 'updates');
  return createUpdates({
    platform: process.platform,
    isPackaged: shell.isPackaged,
    version,
    folder,
    installerFeed: readInstallerFeed(resourcesFolder),
    keys: readBuiltInKeys(log),
    clock,
    log,
    agent: async ({ hostname, port }) => {
      const { caPem = null, proxy = null } = (await host.till()?.getNetwork()) ?? {};
      const connect = createConnector({
        clock,
        host: hostname,
        port: port === '' ? 443 : Number(port),
        caPem,
        proxy,
        timeoutMs: CONNECT_TIMEOUT_MS,
      });
      return createAgent(connect);
    },
    till: () => {
      const till = host.till();
      if (till === null) return null;
      const { chainName, posNumber, updates } = toSettingsInUse(till.settings);
      return {
        chainName,
        posNumber,
        feed: updates.feed,
        isFleetManaged: updates.by === 'fleet',
        now: () => Date.parse(till.status.getLine().now),
        getUpdateGate: till.getUpdateGate,
        createBackup: () => till.backups.make(till.staff.getCurrentCashier()),
        recordUpdateStart: (to) => {
          const by = till.staff.getCurrentCashier();
          till.audit.note({ kind: 'update-started', by, detail: { from: version, to } });
        },
      };
    },
    closedGate: ports.closedGate,
    quit: shell.quit,
    onChange: () => {
      emit('updates.changed', {});
      const till = host.till();
      if (till !== null) emit('status.changed', till.status.getLine());
    },
    createUpdater: (signed) => loadNsisUpdater({ version, folder, resourcesFolder, log }, signed),
  });
}

/** An `https.Agent` for Node's own client that uses the till's connector. */
function createAgent(connect: ReturnType<typeof createConnector>): Agent {
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = (_options, callback) => {
    connect().socket.then(
      (socket) => callback?.(null, socket),
      (error: unknown) => {
        const connectError = new Error('no connection to the feed', { cause: error });
        // Only the error is passed: there is no stream.
        Reflect.apply(callback ?? (() => {}), null, [connectError]);
      },
    );
    return null;
  };
  return agent;
}
