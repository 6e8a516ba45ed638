import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { type Database, StorageError, toStorageError } from '../../ledger/index.ts';
import type { FleetPolicy } from '../../operations/till-port/index.ts';
import { createSerialQueue, toIsoTime } from '../../platform/index.ts';
import type { Settings } from '../../settings/index.ts';
import { createCodeSealer } from '../../settings/keys/index.ts';
import {
  createAuditedSettings,
  createLedgerConflictFinder,
  readLastFleetPolicy,
  recordManuallyEditedFields,
  toFleetPolicyAuditNote,
} from './changing/index.ts';
import { createTill, type Till } from './create-till.ts';
import { createHostActions } from './host-actions.ts';
import type { ProgramPorts } from './ports.ts';
import { createRescueBackupFinder, openLedger, toLoggedLedgerProblem } from './restoring/index.ts';
import { createSettingsNotices } from './settings-notices.ts';
import type { TillHost, TillStorageProblem } from './till-host.ts';

export interface TillHostPorts extends ProgramPorts {
  readonly settings: Result<Settings>;
}

export function createTillHost(ports: TillHostPorts): TillHost {
  const { settings, log } = ports;
  let till: Till | null = null;
  let storageProblem: TillStorageProblem | null =
    !settings.ok && settings.problem.kind === 'storage' ? settings.problem : null;

  let policy: FleetPolicy | null = null;
  const notices = createSettingsNotices(() => till?.emitStatus());
  let hasRestoredLedger = false;
  let isEnding = false;
  // The key is opened after the ledger and before a gift card can be sold.
  const codes = createCodeSealer(() => till?.keys.getDataKey() ?? null);
  // Provisionings are serialized: two at the same time would open one ledger twice.
  const runSerially = createSerialQueue();

  const setStorageProblem = (problem: Problem): void => {
    if (problem.kind === 'storage') storageProblem = problem;
  };

  /** Detects a manual edit of the settings, which takes effect but is reported. */
  const detectManualEdit = (opened: Till, database: Database, isExpected: boolean): void => {
    try {
      const editedFields = recordManuallyEditedFields(
        { database, audit: opened.audit },
        opened.settings,
        isExpected,
      );
      if (editedFields === null) return;
      const at = toIsoTime(ports.clock.now());
      notices.setManualEdit(at, editedFields);
      log.warn({ fields: editedFields }, 'settings: settings.json edited outside mostrador');
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      log.error({ err: error }, 'settings: comparison with audit log failed');
    }
  };

  const open = (isExpected = false): void => {
    if (!settings.ok || isEnding) return;
    const active = settings.value.getActiveTillSettings();
    if (!active || till) return;
    const ledger = openLedger(ports, active.environment, codes);
    if (!ledger.ok) {
      setStorageProblem(ledger.problem);
      return;
    }
    storageProblem = null;
    hasRestoredLedger ||= ledger.value.isRestored;
    const { database } = ledger.value;
    try {
      till = createTill({
        ...ports,
        settings: settings.value,
        tillSettings: active,
        database,
        getRejectedStartupRequest: notices.getRejectedStartupRequest,
        getSettingsWarning: notices.getWarning,
      });
      policy = readLastFleetPolicy(database);
      detectManualEdit(till, database, isExpected || hasRestoredLedger);
      hasRestoredLedger = false;
    } catch (error) {
      // A ledger file that opens may still be damaged inside.
      const storageError = toStorageError(error, database);
      database.close();
      if (!storageError) throw error;
      setStorageProblem(toLoggedLedgerProblem(storageError, log));
      return;
    }
    till.scheduleStart();
  };

  const close = async (): Promise<void> => {
    const closing = till;
    till = null;
    policy = null;
    try {
      await closing?.close();
    } finally {
      // Only now, because the till may request it until it is closed.
      ports.setKeepAwake(false);
    }
  };

  const findLedgerConflict = createLedgerConflictFinder({ ...ports, till: () => till });

  const reopen = async (): Promise<Result<Till>> => {
    await close();
    open(true);
    // The compiler does not know that `open` assigns `till`.
    const opened = till as Till | null;
    if (opened === null) return fail(storageProblem ?? { kind: 'not-set-up' });
    ports.emit('till.changed', {});
    return ok(opened);
  };

  const actions = createHostActions({
    ...ports,
    till: () => till,
    storageProblem: () => storageProblem,
    findLedgerConflict,
    reopen,
    onNewSettings: () => notices.clearRejectedStartupRequest(),
  });

  const auditedSettings = settings.ok
    ? createAuditedSettings({
        ...ports,
        settings: settings.value,
        till: () => till,
        findLedgerConflict,
      })
    : null;

  const rescueBackupFinder = createRescueBackupFinder(ports);

  return {
    till: () => till,
    findRescueBackup: async () => {
      const active = settings.ok ? settings.value.getActiveTillSettings() : null;
      const isLost = storageProblem?.reason === 'damaged' || storageProblem?.reason === 'altered';
      return active !== null && isLost ? await rescueBackupFinder.find(active) : null;
    },
    auditedSettings: auditedSettings && {
      ...auditedSettings,
      change: (input, actor) => runSerially(() => auditedSettings.change(input, actor)),
    },
    storageProblem: () => storageProblem,
    isSetUp: () => {
      // A till whose settings or ledger cannot be read counts as set up, so that nobody replaces
      // it.
      if (!settings.ok) return true;
      if (settings.value.getActiveTillSettings() === null) return false;
      return till === null || till.staff.listActive().length > 0;
    },
    open,
    restore: (file, recoveryKey) => runSerially(() => actions.restore(file, recoveryKey)),
    applyPatch: (request) =>
      runSerially(async () => {
        const report = await actions.applyPatch(request);
        if (report.kind !== 'refused' && request.policy !== undefined) policy = request.policy;
        return report;
      }),
    getFleetPolicy: () => policy,
    adoptFleetPolicy: (newPolicy) => {
      till?.audit.note(toFleetPolicyAuditNote(newPolicy));
      policy = newPolicy;
    },
    notices,
    close: async () => {
      isEnding = true;
      await rescueBackupFinder.stop();
      await close();
    },
    provision: (provisioning, folder, by) =>
      runSerially(() => actions.provision(provisioning, folder, by)),
    provisionOnScreen: (provisioning, folder, by) =>
      runSerially(() => actions.provisionOnScreen(provisioning, folder, by)),
    provisionByCommand: (provisioning, folder, approval) =>
      runSerially(() => actions.provisionByCommand(provisioning, folder, approval)),
  };
}
