import { PAPER_WORKER_URL } from '../../../../tests/support/built-paths.ts';
import { QUICK_PIN_COST } from '../../../counter/staff/testing/index.ts';
import { createUuid, silentLog } from '../../../platform/index.ts';
import type { TillHostPorts } from '../host.ts';

const NOT_STARTED = new URL('file:///not-started.js');

/** The ports of a test's till host, except its settings, vault, clock and events. */
export function createTestHostPorts(
  profileFolder: string,
): Omit<TillHostPorts, 'settings' | 'vault' | 'clock' | 'emit'> {
  return {
    profileFolder,
    getPinHashCost: () => QUICK_PIN_COST,
    createId: createUuid,
    log: silentLog,
    trainingWorkerUrl: NOT_STARTED,
    ledgerCheckWorkerUrl: NOT_STARTED,
    paperWorkerUrl: PAPER_WORKER_URL,
    applicationVersion: '0.0.0',
    setKeepAwake: () => {},
  };
}
