import { type Approval, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import type { ServiceConfig } from '../../service/index.ts';
import type { PreparedPatch, Settings, TillSettings } from '../../settings/index.ts';
import type { Cashier } from '../../staff/index.ts';
import type { OfflineApprovalPorts } from '../offline-approval.ts';
import type { OpenTill } from '../open-till.ts';
import { serviceConfigOf } from '../service-config.ts';
import { keepNoted, noneSent } from './keep-noted.ts';
import type { LedgerGuard } from './ledger-guard.ts';
import { approveProvisioning } from './owner-approval.ts';
import { type Policy, policyNote } from './policy.ts';
import { createSettingsChecks } from './settings-checks.ts';

/** `--apply`: a patch of the provisioning file, for a till at work or one that just started. */
export interface PatchAsked {
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
  readonly policy?: Policy;
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
const OF_THE_SERVICE = [
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
const ALWAYS_BY_PIN = [
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
const NAMES_OF_THE_TILL = ['posNumber', 'chainName'] as const;

export interface PatchingPorts extends OfflineApprovalPorts {
  readonly settings: Settings;
  readonly till: () => OpenTill | null;
  /** Closes the till, and opens the one of the settings as they are now. */
  readonly reopen: () => Promise<Result<OpenTill>>;
  readonly refusedByLedger: LedgerGuard;
}

export function createPatching(
  ports: PatchingPorts,
): (till: OpenTill, asked: PatchAsked) => Promise<PatchReport> {
  const { settings, clock, log } = ports;
  const { checkPatch } = createSettingsChecks({ clock, log });

  const configOf = async (
    till: OpenTill,
    { settings: after, secrets, named }: PreparedPatch,
  ): Promise<ServiceConfig | null> => {
    if (!named.some((field) => OF_THE_SERVICE.includes(field))) return null;
    const isTraining = after.environment === 'training';
    return serviceConfigOf(after, secrets, isTraining ? await till.training : null);
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
    if (!ready.ok) return refused('patch', ready.problem);
    const prepared = ready.value;
    const unfit = otherTill(till.settings, prepared.settings);
    if (unfit) return refused('patch', unfit);
    const approved = await approve(ports, till, asked, prepared);
    if (!approved.ok) return refused('approval', approved.problem);
    const config = await configOf(till, prepared);
    const proved = await checkPatch(till, prepared, config);
    if (!proved.ok) return refused('proof', proved.problem);
    const changed = [...prepared.note.changed.map(({ field }) => field), ...prepared.note.secrets];
    if (prepared.cashiers !== null) changed.push('cashiers');
    if (asked.isCheckOnly) return { kind: 'fits', changed };
    const notes = asked.policy === undefined ? [] : [policyNote(asked.policy)];
    if (changed.length === 0) {
      for (const note of notes) till.audit.note(note);
      return { kind: 'as-before', changed };
    }
    await noneSent(till, clock);
    // From these checks until the till uses the new settings, nothing may be awaited.
    if (ports.till() !== till) return refused('busy', { kind: 'stale-settings' });
    if (till.payments.isSending()) {
      return refused('busy', { kind: 'payment-state', state: 'sending', until: null });
    }
    const notYet = ports.refusedByLedger(prepared.settings);
    if (notYet) return refused('busy', notYet);
    const by = { by: null, approvedBy: approved.value };
    const note =
      asked.policy === undefined ? prepared.note : { ...prepared.note, section: 'policy' as const };
    const kept = keepNoted(till, { ...prepared, note }, by, log, notes);
    if (!kept.ok) return refused('till', kept.problem);
    const used = await use(till, prepared, config);
    if (!used.ok) return refused('till', used.problem);
    if (prepared.cashiers !== null) {
      await used.value.staff.replaceAll(prepared.cashiers, {
        way: 'command-line',
        person: approved.value,
      });
    }
    log.info({ changed }, 'a patch of the settings was applied');
    return { kind: 'applied', changed };
  };
}

function refused(
  why: Extract<PatchReport, { kind: 'refused' }>['why'],
  problem: Problem,
): PatchReport {
  return { kind: 'refused', why, problem };
}

/** As for a provisioning, but an administrator's patch of other settings needs no PIN. */
async function approve(
  ports: PatchingPorts,
  till: OpenTill,
  { approval, isFromMachine, policy }: PatchAsked,
  { named, settings, cashiers }: PreparedPatch,
): Promise<Result<Cashier | null>> {
  if (policy !== undefined) return ok(null);
  const needsPin = !isFromMachine || named.some((field) => ALWAYS_BY_PIN.includes(field));
  if (approval === null && !needsPin) return ok(null);
  const asked = { environment: settings.environment, cashiers: cashiers ?? [] };
  return await approveProvisioning({ ...ports, till, trouble: null }, asked, approval);
}

function otherTill(now: TillSettings, next: TillSettings): Problem | null {
  for (const field of NAMES_OF_THE_TILL) {
    if (now[field] === next[field]) continue;
    const reason = `${now[field]}, which is this till; the patch is for another one`;
    return { kind: 'provisioning', field, reason };
  }
  return null;
}
