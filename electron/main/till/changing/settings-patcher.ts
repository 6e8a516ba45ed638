import {
  type Cashier,
  listSettingNamesWith,
  ok,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { PatchReport, PatchRequest } from '../../../operations/till-port/index.ts';
import type { ServiceConfig } from '../../../service/index.ts';
import {
  type PreparedPatch,
  type Settings,
  type TillSettings,
  toSettingsFields,
} from '../../../settings/index.ts';
import type { Till } from '../create-till.ts';
import type { OfflineApprovalPorts } from '../offline-approval.ts';
import { prepareChainDeparture } from './chain-departure.ts';
import type { FindLedgerConflict } from './ledger-conflict-finder.ts';
import { approveProvisioning } from './owner-approval.ts';
import { toFleetPolicyAuditNote } from './policy.ts';
import { saveWithAuditNote, waitUntilNoPaymentIsSending } from './save-with-audit-note.ts';
import { createSettingsValidator } from './settings-validator.ts';

/** Even a patch from the administrators' folder needs an owner's PIN to change these. */
const PIN_REQUIRED_FIELDS = listSettingNamesWith('needsPin');
/** Another value of these means another till, not a rename. */
const TILL_IDENTITY_FIELDS = listSettingNamesWith('identifiesTill');

export interface SettingsPatcherPorts extends OfflineApprovalPorts {
  readonly settings: Settings;
  readonly till: () => Till | null;
  /** Closes the till, and opens the one of the current settings. */
  readonly reopen: () => Promise<Result<Till>>;
  readonly findLedgerConflict: FindLedgerConflict;
}

export function createSettingsPatcher(
  ports: SettingsPatcherPorts,
): (till: Till, request: PatchRequest) => Promise<PatchReport> {
  const { settings, clock, log } = ports;
  const { validatePatch, buildServiceConfig } = createSettingsValidator({ clock, log });

  /**
   * Applies the new client and settings; another environment means another till, which is reopened.
   */
  const applyPrepared = async (
    till: Till,
    prepared: PreparedPatch,
    config: ServiceConfig | null,
  ): Promise<Result<Till>> => {
    if (prepared.settings.environment !== till.settings.environment) return await ports.reopen();
    till.apply(prepared.settings, config);
    return ok(till);
  };

  return async (till, request) => {
    const prepareResult = await settings.preparePatch(request.patch, request.folder);
    if (!prepareResult.ok) return toRefusedReport('patch', prepareResult.problem);
    const prepared = prepareResult.value;
    const identityProblem = otherTillProblem(till.settings, prepared.settings);
    if (identityProblem) return toRefusedReport('patch', identityProblem);
    const approved = await approvePatch(ports, till, request, prepared);
    if (!approved.ok) return toRefusedReport('approval', approved.problem);
    const config = await buildServiceConfig(till, prepared);
    const validated = await validatePatch(till, prepared, config, false);
    if (!validated.ok) return toRefusedReport('proof', validated.problem);
    const changed = [...prepared.note.changed.map(({ field }) => field), ...prepared.note.secrets];
    if (prepared.cashiers !== null) changed.push('cashiers');
    if (request.isCheckOnly) return { kind: 'fits', changed };
    const notes = request.policy === undefined ? [] : [toFleetPolicyAuditNote(request.policy)];
    if (changed.length === 0) {
      for (const note of notes) till.audit.note(note);
      return { kind: 'as-before', changed };
    }
    const departure = await prepareChainDeparture(till, prepared.settings, settings, log);
    await waitUntilNoPaymentIsSending(till, clock);
    // Do not await anything between these checks and the use of the new settings.
    if (ports.till() !== till) return toRefusedReport('busy', { kind: 'stale-settings' });
    if (till.payments.isSending()) {
      return toRefusedReport('busy', { kind: 'payment-state', state: 'sending', until: null });
    }
    const ledgerConflict = ports.findLedgerConflict(prepared.settings);
    if (ledgerConflict) return toRefusedReport('busy', ledgerConflict);
    if (departure?.hasChainLostChanges === true)
      return toRefusedReport('busy', { kind: 'setting', reason: 'chain-unsent' });
    const hasSentAll = till.hasSyncedChain();
    const actor = { by: null, approvedBy: approved.value };
    const section = request.policy === undefined ? 'patch' : 'policy';
    const note = { ...prepared.note, section } as const;
    const saved = saveWithAuditNote(till, { ...prepared, note }, actor, log, notes);
    if (!saved.ok) return toRefusedReport('till', saved.problem);
    const applied = await applyPrepared(till, prepared, config);
    if (!applied.ok) return toRefusedReport('till', applied.problem);
    if (prepared.cashiers !== null) {
      await applied.value.staff.replaceAll(prepared.cashiers, {
        way: 'command-line',
        person: approved.value,
      });
    }
    log.info({ changed }, 'settings: patch applied');
    if (departure === null) return { kind: 'applied', changed };
    return {
      kind: 'applied',
      changed,
      isChainLoginRetired: await departure.retireLogin(hasSentAll),
    };
  };
}

function toRefusedReport(
  refusalGroup: Extract<PatchReport, { kind: 'refused' }>['refusalGroup'],
  problem: Problem,
): PatchReport {
  return { kind: 'refused', refusalGroup, problem };
}

/**
 * As for a provisioning, except that a patch from the administrators' folder needs a PIN only for
 * the fields above.
 */
async function approvePatch(
  ports: SettingsPatcherPorts,
  till: Till,
  { approval, isInMachineFolder, policy }: PatchRequest,
  { namedFields, settings, cashiers }: PreparedPatch,
): Promise<Result<Cashier | null>> {
  if (policy !== undefined) return ok(null);
  const needsPin =
    !isInMachineFolder || namedFields.some((field) => PIN_REQUIRED_FIELDS.includes(field));
  if (approval === null && !needsPin) return ok(null);
  const provisioning = { environment: settings.environment, cashiers: cashiers ?? [] };
  return await approveProvisioning({ ...ports, till, problem: null }, provisioning, approval);
}

function otherTillProblem(now: TillSettings, next: TillSettings): Problem | null {
  const [fields, nextFields] = [toSettingsFields(now), toSettingsFields(next)];
  for (const field of TILL_IDENTITY_FIELDS) {
    if (fields[field] === nextFields[field]) continue;
    const reason = `the patch is for another till: this one has ${fields[field]}`;
    return { kind: 'provisioning', field, reason };
  }
  return null;
}
