import {
  fail,
  ok,
  type Problem,
  type Provisioning,
  type Result,
} from '../../../shared/contract/index.ts';
import {
  computeAccountFingerprint,
  parseProvisioning,
  type Settings,
} from '../../settings/index.ts';
import {
  approveOnScreenProvisioning,
  approveProvisioning,
  createSettingsPatcher,
  type FindLedgerConflict,
} from './changing/index.ts';
import type { Till } from './create-till.ts';
import type { ProgramPorts } from './ports.ts';
import { validateAndStageRestore } from './restoring/index.ts';
import type { TillHost, TillStorageProblem } from './till-host.ts';

export interface HostActionsPorts extends ProgramPorts {
  readonly settings: Result<Settings>;
  readonly till: () => Till | null;
  /** The reason why there is no open till. */
  readonly storageProblem: () => TillStorageProblem | null;
  readonly findLedgerConflict: FindLedgerConflict;
  /** Closes the open till, and opens the one that the current settings name. */
  readonly reopen: () => Promise<Result<Till>>;
  /** New settings are in force: clears the notice about a request refused at the start. */
  readonly onNewSettings: () => void;
}

/**
 * Provisions, restores or patches a till from outside its screens. Each call must be serialized by
 * the caller.
 */
export function createHostActions(
  ports: HostActionsPorts,
): Pick<
  TillHost,
  'provision' | 'provisionByCommand' | 'provisionOnScreen' | 'restore' | 'applyPatch'
> {
  const { settings, log, reopen, findLedgerConflict } = ports;

  const provisioningProblem = (next: Provisioning): Problem | null => {
    if (ports.till()?.payments.isSending())
      return { kind: 'payment-state', state: 'sending', until: null };
    return findLedgerConflict({ ...next, accountPrint: computeAccountFingerprint(next) });
  };

  const provision: TillHost['provision'] = async (provisioning, folder, by) => {
    if (!settings.ok) return settings;
    const parsed = parseProvisioning(provisioning);
    if ('problem' in parsed) return fail(parsed.problem);
    const prepared = await settings.value.prepare(parsed.value, folder);
    if (!prepared.ok) return prepared;
    // Do not await anything between this check and the end of the old till's payments: a payment
    // made in between would be looked up with other keys than it was sent with.
    const provisioningRefusal = provisioningProblem(parsed.value);
    if (provisioningRefusal) return fail(provisioningRefusal);
    const saved = prepared.value.save();
    if (!saved.ok) return saved;
    const opened = await reopen();
    if (!opened.ok) return opened;
    ports.onNewSettings();
    const key = await opened.value.keys.open();
    if (!key.ok) return key;
    await opened.value.staff.replaceAll(parsed.value.cashiers, by);
    ports.emit('till.changed', {});
    log.info({ environment: provisioning.environment }, 'till-host: till provisioned');
    return ok(null);
  };

  return {
    provision,
    provisionByCommand: async (provisioning, folder, approval) => {
      if (!settings.ok) return settings;
      const approved = await approveProvisioning(
        { ...ports, settings: settings.value, till: ports.till(), problem: ports.storageProblem() },
        provisioning,
        approval,
      );
      if (!approved.ok) return approved;
      return await provision(provisioning, folder, { way: 'command-line', person: approved.value });
    },
    provisionOnScreen: async (provisioning, folder, by) => {
      if (!settings.ok) return settings;
      const approved = await approveOnScreenProvisioning(
        { ...ports, settings: settings.value },
        provisioning,
      );
      return approved.ok ? await provision(provisioning, folder, by) : approved;
    },
    restore: async (file, recoveryKey) => {
      if (!settings.ok) return settings;
      const { prepareSettingsFromBackup, getActiveTillSettings } = settings.value;
      if (getActiveTillSettings() !== null) return fail({ kind: 'restore', reason: 'other-till' });
      const restored = await validateAndStageRestore(
        { ...ports, prepareSettingsFromBackup },
        { file, environment: null, approval: null, insists: false, recoveryKey },
      );
      if (!restored.ok) return restored;
      const opened = await reopen();
      return opened.ok ? ok(null) : opened;
    },
    applyPatch: async (request) => {
      if (!settings.ok) return { kind: 'refused', refusalGroup: 'till', problem: settings.problem };
      const till = ports.till();
      if (till === null) {
        const problem = ports.storageProblem() ?? { kind: 'not-set-up' };
        return { kind: 'refused', refusalGroup: 'till', problem };
      }
      const applyPatch = createSettingsPatcher({
        ...ports,
        settings: settings.value,
        reopen,
        findLedgerConflict,
      });
      const report = await applyPatch(till, request);
      if (report.kind === 'applied') ports.onNewSettings();
      return report;
    },
  };
}
