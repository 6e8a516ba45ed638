import { type Approval, ok, type Problem, type Result } from '../../../../shared/contract/index.ts';
import type { Cashier } from '../../../counter/staff/index.ts';
import type { ServiceConfig } from '../../../service/index.ts';
import type { PreparedPatch, Settings, TillSettings } from '../../../settings/index.ts';
import type { OfflineApprovalPorts } from '../offline-approval.ts';
import type { OpenTill } from '../open-till.ts';
import { toServiceConfig } from '../service-config.ts';
import type { LedgerGuard } from './ledger-guard.ts';
import { approveProvisioning } from './owner-approval.ts';
import { type FleetPolicy, toPolicyNote } from './policy.ts';
import { saveWithAuditNote, waitUntilNoneSending } from './save-with-audit-note.ts';
import { createSettingsValidator } from './settings-validator.ts';

/** `--apply`: a patch of the provisioning file, for a till at work or one that just started. */
export interface PatchRequest {
  /** As the JSON says it. */
  readonly patch: unknown;
  /** Where the files are that it names. */
  readonly folder: string;
  /** An owner's; null if none was given. */
  readonly approval: Approval | null;
  /** It lies in the folder of the machine that only administrators write. */
  readonly isFromMachine: boolean;
  /** Nothing is kept. */
  readonly isCheckOnly: boolean;
  /**
   * The patch is what changed in the fleet's policy, which is this now: its file was checked, and no
   * PIN is asked for.
   */
  readonly policy?: FleetPolicy;
}

/** What became of it. `why` groups the problems by what whoever sent it can do. */
export type PatchReport =
  | {
      readonly kind: 'applied' | 'fits' | 'as-before';
      /** The fields that changed, and the names of secrets. */
      readonly changed: readonly string[];
    }
  | {
      readonly kind: 'refused';
      readonly why: 'patch' | 'approval' | 'proof' | 'busy' | 'till';
      readonly problem: Problem;
    };

/** Fields that make another connection to the service. */
const SERVICE_FIELDS = [
  'baseUrl',
  'vendor',
  'version',
  'apiKey',
  'secretKey',
  'caFile',
  'proxy',
  'deadlineSeconds',
];

/**
 * Who sells, which money it is, and keys with all that says whom they are shown to: not even an
 * administrator's folder changes them without an owner's PIN.
 */
const PIN_REQUIRED_FIELDS = [
  'cashiers',
  'environment',
  'baseUrl',
  'vendor',
  'apiKey',
  'secretKey',
  'reconciliation.host',
  'reconciliation.port',
  'reconciliation.user',
  'reconciliation.password',
  'reconciliation.privateKey',
  'reconciliation.hostKey',
  'chain',
];

/** A patch says by these which till it is for. Another name is another till, not a new name. */
const TILL_IDENTITY_FIELDS = ['posNumber', 'chainName'] as const;

export interface SettingsPatcherPorts extends OfflineApprovalPorts {
  readonly settings: Settings;
  readonly till: () => OpenTill | null;
  /** Closes the till, and opens the one of the settings as they are now. */
  readonly reopen: () => Promise<Result<OpenTill>>;
  readonly refusedByLedger: LedgerGuard;
}

export function createSettingsPatcher(
  ports: SettingsPatcherPorts,
): (till: OpenTill, asked: PatchRequest) => Promise<PatchReport> {
  const { settings, clock, log } = ports;
  const { validatePatch } = createSettingsValidator({ clock, log });

  const configOf = async (
    till: OpenTill,
    { settings: after, secrets, named }: PreparedPatch,
  ): Promise<ServiceConfig | null> => {
    if (!named.some((field) => SERVICE_FIELDS.includes(field))) return null;
    const isTraining = after.environment === 'training';
    return toServiceConfig(after, secrets, isTraining ? await till.training : null);
  };

  /** The new client and the new settings; another environment is another till. */
  const use = async (
    till: OpenTill,
    prepared: PreparedPatch,
    config: ServiceConfig | null,
  ): Promise<Result<OpenTill>> => {
    if (prepared.settings.environment !== till.settings.environment) return await ports.reopen();
    till.apply(prepared.settings, config);
    return ok(till);
  };

  return async (till, asked) => {
    const ready = await settings.preparePatch(asked.patch, asked.folder);
    if (!ready.ok) return toRefusedReport('patch', ready.problem);
    const prepared = ready.value;
    const unfit = otherTillProblem(till.settings, prepared.settings);
    if (unfit) return toRefusedReport('patch', unfit);
    const approved = await approvePatch(ports, till, asked, prepared);
    if (!approved.ok) return toRefusedReport('approval', approved.problem);
    const config = await configOf(till, prepared);
    const proved = await validatePatch(till, prepared, config);
    if (!proved.ok) return toRefusedReport('proof', proved.problem);
    const changed = [...prepared.note.changed.map(({ field }) => field), ...prepared.note.secrets];
    if (prepared.cashiers !== null) changed.push('cashiers');
    if (asked.isCheckOnly) return { kind: 'fits', changed };
    const notes = asked.policy === undefined ? [] : [toPolicyNote(asked.policy)];
    if (changed.length === 0) {
      for (const note of notes) till.audit.note(note);
      return { kind: 'as-before', changed };
    }
    await waitUntilNoneSending(till, clock);
    // From these checks until the till uses the new settings, nothing may be awaited.
    if (ports.till() !== till) return toRefusedReport('busy', { kind: 'stale-settings' });
    if (till.payments.isSending()) {
      return toRefusedReport('busy', { kind: 'payment-state', state: 'sending', until: null });
    }
    const notYet = ports.refusedByLedger(prepared.settings);
    if (notYet) return toRefusedReport('busy', notYet);
    const by = { by: null, approvedBy: approved.value };
    const note =
      asked.policy === undefined ? prepared.note : { ...prepared.note, section: 'policy' as const };
    const kept = saveWithAuditNote(till, { ...prepared, note }, by, log, notes);
    if (!kept.ok) return toRefusedReport('till', kept.problem);
    const used = await use(till, prepared, config);
    if (!used.ok) return toRefusedReport('till', used.problem);
    if (prepared.cashiers !== null) {
      await used.value.staff.replaceAll(prepared.cashiers, {
        way: 'command-line',
        person: approved.value,
      });
    }
    log.info({ changed }, 'settings: patch applied');
    return { kind: 'applied', changed };
  };
}

function toRefusedReport(
  why: Extract<PatchReport, { kind: 'refused' }>['why'],
  problem: Problem,
): PatchReport {
  return { kind: 'refused', why, problem };
}

/** As for a provisioning, but an administrator's patch of other settings needs no PIN. */
async function approvePatch(
  ports: SettingsPatcherPorts,
  till: OpenTill,
  { approval, isFromMachine, policy }: PatchRequest,
  { named, settings, cashiers }: PreparedPatch,
): Promise<Result<Cashier | null>> {
  if (policy !== undefined) return ok(null);
  const needsPin = !isFromMachine || named.some((field) => PIN_REQUIRED_FIELDS.includes(field));
  if (approval === null && !needsPin) return ok(null);
  const asked = { environment: settings.environment, cashiers: cashiers ?? [] };
  return await approveProvisioning({ ...ports, till, trouble: null }, asked, approval);
}

function otherTillProblem(now: TillSettings, next: TillSettings): Problem | null {
  for (const field of TILL_IDENTITY_FIELDS) {
    if (now[field] === next[field]) continue;
    const reason = `${now[field]}, which is this till; the patch is for another one`;
    return { kind: 'provisioning', field, reason };
  }
  return null;
}
