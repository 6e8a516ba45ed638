import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { type Database, StorageError, toStorageError } from '../../ledger/index.ts';
import { createSerialQueue, toIsoTime } from '../../platform/index.ts';
import type { Settings } from '../../settings/index.ts';
import { createCodeSealer } from '../../settings/keys/index.ts';
import {
  createAuditedSettings,
  createLedgerGuard,
  type FleetPolicy,
  findManualEdit,
  readLastPolicy,
  toPolicyNote,
} from './changing/index.ts';
import { createHostActions } from './host-actions.ts';
import { type OpenTill, openTill } from './open-till.ts';
import type { ProgramPorts } from './ports.ts';
import { createRescueFinder, openLedger, reportLedgerProblem } from './restoring/index.ts';
import { createSettingsNotices } from './settings-notices.ts';
import type { TillHost, TillStorageProblem } from './till-host.ts';

export interface TillHostPorts extends ProgramPorts {
  readonly settings: Result<Settings>;
}

export function createTillHost(ports: TillHostPorts): TillHost {
  const { settings, log } = ports;
  let till: OpenTill | null = null;
  let found: TillStorageProblem | null =
    !settings.ok && settings.problem.kind === 'storage' ? settings.problem : null;

  let policy: FleetPolicy | null = null;
  const notices = createSettingsNotices(() => till?.emitStatus());
  let hasOlderLedger = false;
  let isEnding = false;
  // The key is opened after the ledger, and before anybody can sell a gift card.
  const codes = createCodeSealer(() => till?.keys.now() ?? null);
  // Provisionings take turns: two at once would open one ledger twice.
  const inTurn = createSerialQueue();

  const keepTrouble = (problem: Problem): void => {
    if (problem.kind === 'storage') found = problem;
  };

  /** What somebody changed with an editor is in force, but not unnoticed. */
  const watchSettings = (opened: OpenTill, database: Database, isExpected: boolean): void => {
    try {
      const edited = findManualEdit({ database, audit: opened.audit }, opened.settings, isExpected);
      if (edited === null) return;
      const at = toIsoTime(ports.clock.now());
      notices.noteEdited(at, edited);
      log.warn({ fields: edited }, 'settings: settings.json edited outside mostrador');
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      log.error({ err: error }, 'settings: comparison with audit log failed');
    }
  };

  const open = (isExpected = false): void => {
    if (!settings.ok || isEnding) return;
    const active = settings.value.active();
    if (!active || till) return;
    const ledger = openLedger(ports, active.environment, codes);
    if (!ledger.ok) {
      keepTrouble(ledger.problem);
      return;
    }
    found = null;
    hasOlderLedger ||= ledger.value.isRestored;
    const { database } = ledger.value;
    try {
      till = openTill({
        ...ports,
        settings: settings.value,
        tillSettings: active,
        database,
        refused: notices.refused,
        warned: notices.warned,
      });
      policy = readLastPolicy(database);
      watchSettings(till, database, isExpected || hasOlderLedger);
      hasOlderLedger = false;
    } catch (error) {
      // A file that opens may still be damaged inside.
      const storage = toStorageError(error, database);
      database.close();
      if (!storage) throw error;
      keepTrouble(reportLedgerProblem(storage, log));
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
      // Until then it may still ask for it.
      ports.keepAwake(false);
    }
  };

  const refusedByLedger = createLedgerGuard({ ...ports, till: () => till });

  const reopen = async (): Promise<Result<OpenTill>> => {
    await close();
    open(true);
    // The compiler does not see that `open` changed `till`.
    const opened = till as OpenTill | null;
    if (opened === null) return fail(found ?? { kind: 'not-set-up' });
    ports.emit('till.changed', {});
    return ok(opened);
  };

  const acts = createHostActions({
    ...ports,
    till: () => till,
    storageProblem: () => found,
    refusedByLedger,
    reopen,
    onNewSettings: () => notices.forgetRefused(),
  });

  const auditedSettings = settings.ok
    ? createAuditedSettings({
        ...ports,
        settings: settings.value,
        till: () => till,
        refusedByLedger,
      })
    : null;

  const rescue = createRescueFinder(ports);

  return {
    till: () => till,
    findRescue: async () => {
      const active = settings.ok ? settings.value.active() : null;
      const isLost = found?.reason === 'damaged' || found?.reason === 'altered';
      return active !== null && isLost ? await rescue.find(active) : null;
    },
    auditedSettings: auditedSettings && {
      ...auditedSettings,
      change: (input, act) => inTurn(() => auditedSettings.change(input, act)),
    },
    storageProblem: () => found,
    isSetUp: () => {
      // A till whose settings or ledger cannot be read counts as set up, so that nobody replaces
      // it.
      if (!settings.ok) return true;
      if (settings.value.active() === null) return false;
      return till === null || till.staff.listActive().length > 0;
    },
    open,
    restore: (file, recoveryKey) => inTurn(() => acts.restore(file, recoveryKey)),
    applyPatch: (asked) =>
      inTurn(async () => {
        const report = await acts.applyPatch(asked);
        if (report.kind !== 'refused' && asked.policy !== undefined) policy = asked.policy;
        return report;
      }),
    policy: () => policy,
    adoptPolicy: (adopted) => {
      till?.audit.note(toPolicyNote(adopted));
      policy = adopted;
    },
    notices,
    close: async () => {
      isEnding = true;
      await rescue.stop();
      await close();
    },
    provision: (provisioning, folder, by) => inTurn(() => acts.provision(provisioning, folder, by)),
    provisionOnScreen: (provisioning, folder, by) =>
      inTurn(() => acts.provisionOnScreen(provisioning, folder, by)),
    provisionByCommand: (provisioning, folder, approval) =>
      inTurn(() => acts.provisionByCommand(provisioning, folder, approval)),
  };
}
