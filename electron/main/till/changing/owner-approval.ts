import { existsSync } from 'node:fs';
import {
  type Approval,
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Provisioning,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { Cashier, Staff } from '../../../counter/staff/index.ts';
import type { Settings, TillSettings } from '../../../settings/index.ts';
import { type OfflineApprovalPorts, verifyApproval, withLedgerStaff } from '../offline-approval.ts';
import type { OpenTill } from '../open-till.ts';
import { getLedgerFile } from '../profile-paths.ts';

/** Training's PINs are known to everybody: they open no ledger in which the money is real. */
const ENVIRONMENT_RANK: Readonly<Record<EnvironmentName, number>> = {
  training: 0,
  sandbox: 1,
  production: 2,
};

/**
 * Who lets a command replace the till that is set up here: an owner of the ledger in use, or of the
 * ledger of the new environment where that one is worth more and is there already. The PIN is the
 * one of `--pin`, or else one that the provisioning file itself gives to such an owner: a till that
 * gets its own file again is not asked for more. Null: nobody is there who could be asked.
 */
export async function approveProvisioning(
  ports: OfflineApprovalPorts & {
    readonly settings: Settings;
    readonly till: OpenTill | null;
    /** Why there is no till although one is set up. */
    readonly trouble: Problem | null;
  },
  provisioning: Pick<Provisioning, 'environment' | 'cashiers'>,
  approval: Approval | null,
): Promise<Result<Cashier | null>> {
  const { till } = ports;
  const found = await approveByTargetLedger(ports, provisioning, approval);
  if (!found.ok || found.value !== null) return found;
  if (ports.settings.active() === null) return ok(null);
  if (till === null) return fail(ports.trouble ?? { kind: 'not-set-up' });
  return hasOwner(till.staff) ? await approveByOwner(till.staff, provisioning, approval) : ok(null);
}

/**
 * On the screen an owner of the till in use is signed in, or nobody could sign in yet. The ledger of
 * an environment that is worth more has owners of its own: one of them has to be among the people of
 * the new provisioning, with her PIN of there.
 */
export async function approveScreenProvisioning(
  ports: OfflineApprovalPorts & { readonly settings: Settings },
  provisioning: Pick<Provisioning, 'environment' | 'cashiers'>,
): Promise<Result<Cashier | null>> {
  const found = await approveByTargetLedger(ports, provisioning, null);
  if (found.ok || (found.problem.kind !== 'not-allowed' && found.problem.kind !== 'wrong-pin')) {
    return found;
  }
  return fail({ kind: 'staff', reason: 'owner-there' });
}

/**
 * By an owner of the ledger of the new environment, where that is there already and worth more than
 * the one in use. Null: there is none, or nobody in it who could be asked.
 */
async function approveByTargetLedger(
  ports: OfflineApprovalPorts & { readonly settings: Settings },
  provisioning: Pick<Provisioning, 'environment' | 'cashiers'>,
  approval: Approval | null,
): Promise<Result<Cashier | null>> {
  const active = ports.settings.active();
  const { environment } = provisioning;
  const file = getLedgerFile(ports.profileFolder, environment);
  // Without settings the ledger of a till that was set up here may still be there.
  const isWorthMore =
    active === null ? environment !== 'training' : isHigherEnvironment(environment, active);
  if (!isWorthMore || !existsSync(file)) return ok(null);
  const there = { file, environment, isBackup: false, dataKey: null };
  return await withLedgerStaff<Cashier | null>(ports, there, async (staff) =>
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
  const given = provisioning.cashiers
    .filter(({ id }) => owners.some((owner) => owner.id === id))
    .map(({ id, pin }) => ({ cashierId: id, pin }));
  let answer: Result<Cashier> = fail({ kind: 'not-allowed', needs: 'owner' });
  for (const one of approval === null ? given : [approval]) {
    answer = await verifyApproval(staff, 'owner', one);
    if (answer.ok) return answer;
  }
  return answer;
}
