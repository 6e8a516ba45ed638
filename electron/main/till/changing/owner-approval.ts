import { existsSync } from 'node:fs';
import {
  type Approval,
  type Cashier,
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Provisioning,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { Staff } from '../../../counter/staff/index.ts';
import { getLedgerFile } from '../../../platform/index.ts';
import type { Settings, TillSettings } from '../../../settings/index.ts';
import type { Till } from '../create-till.ts';
import {
  type OfflineApprovalPorts,
  verifyApproval,
  withStaffOfClosedLedger,
} from '../offline-approval.ts';

/** Training PINs are public, so they must not open a ledger with real money. */
const ENVIRONMENT_RANK: Readonly<Record<EnvironmentName, number>> = {
  training: 0,
  sandbox: 1,
  production: 2,
};

/**
 * Returns who approves that a command replaces the till that is set up here: an owner of the ledger
 * in use, or of the ledger of the new environment if that environment has a higher rank and its
 * ledger exists. The PIN is the one of `--pin`, or one that the provisioning file itself gives to
 * such an owner, so that a till that gets its own file again needs no other PIN. Null: there is
 * nobody whose approval could be required.
 */
export async function approveProvisioning(
  ports: OfflineApprovalPorts & {
    readonly settings: Settings;
    readonly till: Till | null;
    /** The reason why there is no open till although one is set up. */
    readonly problem: Problem | null;
  },
  provisioning: Pick<Provisioning, 'environment' | 'cashiers'>,
  approval: Approval | null,
): Promise<Result<Cashier | null>> {
  const { till } = ports;
  const approved = await approveByTargetLedger(ports, provisioning, approval);
  if (!approved.ok || approved.value !== null) return approved;
  if (ports.settings.getActiveTillSettings() === null) return ok(null);
  if (till === null) return fail(ports.problem ?? { kind: 'not-set-up' });
  return hasOwner(till.staff) ? await approveByOwner(till.staff, provisioning, approval) : ok(null);
}

/**
 * On the screen an owner of the till in use is signed in, or nobody can sign in yet. The ledger of
 * an environment of higher rank has its own owners: one of them must be among the cashiers of the
 * new provisioning, with the PIN of that ledger.
 */
export async function approveOnScreenProvisioning(
  ports: OfflineApprovalPorts & { readonly settings: Settings },
  provisioning: Pick<Provisioning, 'environment' | 'cashiers'>,
): Promise<Result<Cashier | null>> {
  const approved = await approveByTargetLedger(ports, provisioning, null);
  if (
    approved.ok ||
    (approved.problem.kind !== 'not-allowed' && approved.problem.kind !== 'wrong-pin')
  ) {
    return approved;
  }
  return fail({ kind: 'staff', reason: 'owner-there' });
}

/**
 * Approval by an owner of the new environment's ledger, if that ledger exists and has a higher rank
 * than the one in use. Null: there is no such ledger, or it has no owner.
 */
async function approveByTargetLedger(
  ports: OfflineApprovalPorts & { readonly settings: Settings },
  provisioning: Pick<Provisioning, 'environment' | 'cashiers'>,
  approval: Approval | null,
): Promise<Result<Cashier | null>> {
  const active = ports.settings.getActiveTillSettings();
  const { environment } = provisioning;
  const file = getLedgerFile(ports.profileFolder, environment);
  // Without settings, the ledger of a till that was set up here may still exist.
  const isHigherRank =
    active === null ? environment !== 'training' : isHigherEnvironment(environment, active);
  if (!isHigherRank || !existsSync(file)) return ok(null);
  const targetLedger = {
    file,
    environment,
    isBackup: false,
    isBackupSealValid: false,
    dataKey: null,
  };
  return await withStaffOfClosedLedger<Cashier | null>(ports, targetLedger, async (staff) =>
    hasOwner(staff) ? await approveByOwner(staff, provisioning, approval) : ok(null),
  );
}

function isHigherEnvironment(environment: EnvironmentName, active: TillSettings): boolean {
  return ENVIRONMENT_RANK[environment] > ENVIRONMENT_RANK[active.environment];
}

function hasOwner(staff: Staff): boolean {
  return staff.listActive().some(({ role }) => role === 'owner');
}

async function approveByOwner(
  staff: Staff,
  provisioning: Pick<Provisioning, 'cashiers'>,
  approval: Approval | null,
): Promise<Result<Cashier>> {
  const owners = staff.listActive().filter(({ role }) => role === 'owner');
  const fileApprovals = provisioning.cashiers
    .filter(({ id }) => owners.some((owner) => owner.id === id))
    .map(({ id, pin }) => ({ cashierId: id, pin }));
  let result: Result<Cashier> = fail({ kind: 'not-allowed', needs: 'owner' });
  for (const candidate of approval === null ? fileApprovals : [approval]) {
    result = await verifyApproval(staff, 'owner', candidate);
    if (result.ok) return result;
  }
  return result;
}
