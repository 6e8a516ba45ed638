import { join } from 'node:path';
import type { UpdateGateFacts } from '../back-office/monitoring/index.ts';
import type { Clock } from '../platform/index.ts';
import { withDefaultSettings } from '../settings/index.ts';
import type { Shell } from '../shell/electron/index.ts';
import {
  createUpdates,
  loadUpdater,
  readInstallerConfig,
  type Updates,
} from '../shell/electron/updates/index.ts';
import type { Emit } from './ipc/index.ts';
import type { TillHost } from './till/index.ts';

/** Wires the updates for the running program and its open till. */
export function createTillUpdates(ports: {
  readonly shell: Shell;
  readonly host: TillHost;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly getClosedTillUpdateGate: () => UpdateGateFacts | null;
}): Updates {
  const { shell, host, clock, emit } = ports;
  const { log, applicationVersion: version } = shell;
  const { feed: installerFeed, publisher } = readInstallerConfig(shell.resourcesFolder);
  return createUpdates({
    platform: process.platform,
    isPackaged: shell.isPackaged,
    version,
    folder: join(shell.profileFolder, 'updates'),
    installerFeed,
    hasPublisher: publisher !== null,
    clock,
    log,
    till: () => {
      const till = host.till();
      if (till === null) return null;
      const { updates } = withDefaultSettings(till.settings);
      return {
        feed: updates.feed,
        isFleetManaged: updates.by === 'fleet',
        getUpdateGate: till.getUpdateGate,
        createBackup: () => till.backups.makeBackup(till.staff.getCurrentCashier()),
        recordUpdateStart: (to) => {
          const by = till.staff.getCurrentCashier();
          till.audit.note({ kind: 'update-started', by, detail: { from: version, to } });
        },
      };
    },
    getClosedTillUpdateGate: ports.getClosedTillUpdateGate,
    quit: shell.quit,
    onChange: () => {
      emit('updates.changed', {});
      const till = host.till();
      if (till !== null) emit('status.changed', till.status.getStatusLine());
    },
    createUpdater: async (address, downloadsFolder) => {
      const { proxy = null } = (await host.till()?.getNetwork()) ?? {};
      return await loadUpdater({ address, downloadsFolder, publisher, proxy, clock, log });
    },
  });
}
