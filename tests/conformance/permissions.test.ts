/**
 * Who may make which call, computed from the permissions for every call that needs one. Without the
 * role, the call is rejected, with and without an insufficient PIN, and nothing changes. With the
 * role, or with a sufficient PIN, the call reaches its handler, and the audit log names the
 * approver.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Approval,
  type CallName,
  calls,
  hasAtLeastRole,
  isPermission,
  PERMISSIONS,
  type Permission,
  type Role,
} from '../../shared/contract/index.ts';
import { CALL_NAMES, createFittingInput, getInputSchema } from './fuzz/input-arbitraries.ts';
import { openLedger, readLedgerRows } from './fuzz/ledger-watch.ts';
import {
  openTestTill,
  type Person,
  PINS,
  ROLES,
  type TestTill,
  waitUntil,
} from './fuzz/test-till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

interface PermittedCall {
  readonly name: CallName;
  readonly permission: Permission;
  readonly hasApprovalField: boolean;
}

const PERMITTED_CALLS: readonly PermittedCall[] = CALL_NAMES.flatMap((name) => {
  const { access } = calls[name];
  const hasApprovalField = 'approval' in (getInputSchema(name).properties ?? {});
  return isPermission(access) ? [{ name, permission: access, hasApprovalField }] : [];
});
const PEOPLE = ['ana', 'luis', 'carmen'] as const;
/** Problems about the person; every other problem is about the request itself. */
const PERSON_PROBLEMS = new Set([
  'not-allowed',
  'not-signed-in',
  'wrong-pin',
  'wait',
  'locked-out',
]);

let till: TestTill;
let shopBefore: string;

beforeAll(async () => {
  till = await openTestTill('v3.mx');
  shopBefore = getShopState();
});
afterAll(() => till.close());

/** The settings and staff, which an owner's call may change. */
const getShopState = (): string =>
  JSON.stringify([till.readSettings(), till.host.till()?.staff.list()]);

async function restoreShop(): Promise<void> {
  if (getShopState() !== shopBefore) await till.provision();
  shopBefore = getShopState();
}

/** Returns an input that fits the call's schema; the same in each run. */
function createInput(name: CallName): object {
  const { input } = calls[name];
  const samples = fc.sample(createFittingInput(name), { numRuns: 2_000, seed: 5 });
  const sample = samples.find((candidate) => input.safeParse(candidate).success);
  if (typeof sample !== 'object' || sample === null) throw new Error(`no input fits ${name}`);
  return sample;
}

function getProblemKind(answer: unknown): string {
  const problem: unknown = Reflect.get(Object(answer), 'problem');
  return String(Reflect.get(Object(problem), 'kind'));
}

async function assertNothingChanges(work: () => Promise<void>): Promise<void> {
  const getState = () => [
    readLedgerRows(),
    JSON.stringify(till.readSettings()),
    [...till.service.moneyRequests],
  ];
  const before = getState();
  await work();
  expect(getState()).toEqual(before);
}

/** Returns who did what, and by whose PIN, the newest first. */
function listAuditEntries(): { readonly by: unknown; readonly approvedBy: unknown }[] {
  return openLedger()
    .prepare('SELECT cashier_id, approved_by FROM audit ORDER BY number DESC')
    .all()
    .map((row) => ({ by: row.cashier_id, approvedBy: row.approved_by }));
}

function countUnprintedPapers(): number {
  const row = openLedger()
    .prepare("SELECT count(*) AS count FROM print_jobs WHERE state IN ('waiting', 'printing')")
    .get();
  return Number(row?.count);
}

const getRole = (person: Person): Role => ROLES[person];
const createApproval = (person: Person): Approval => ({ cashierId: person, pin: PINS[person] });

it('declares an approval field for exactly the calls whose permission a PIN can grant', () => {
  expect(PERMITTED_CALLS.length).toBeGreaterThan(5);
  for (const { name, permission, hasApprovalField } of PERMITTED_CALLS) {
    expect([name, hasApprovalField]).toEqual([name, PERMISSIONS[permission].grantedBy !== 'role']);
  }
});

describe.each(PERMITTED_CALLS)(
  '$name, with permission $permission',
  ({ name, permission, hasApprovalField }) => {
    const { minRole } = PERMISSIONS[permission];
    const peopleBelowRole = PEOPLE.filter((person) => !hasAtLeastRole(getRole(person), minRole));
    const input = createInput(name);
    const makeCall = async (approval: Approval | null): Promise<unknown> =>
      await till.call(name, hasApprovalField ? { ...input, approval } : input);

    beforeEach(async () => {
      // A wrong PIN causes a delay.
      till.clock.jump(301_000);
      // A paper of an earlier call changes the ledger until it is printed.
      await waitUntil(() => countUnprintedPapers() === 0);
    });

    it('rejects a permitted call with not-signed-in if nobody is signed in', async () => {
      await till.signIn(null);
      await assertNothingChanges(async () => {
        expect(getProblemKind(await makeCall(createApproval('carmen')))).toBe('not-signed-in');
      });
    });

    it.runIf(peopleBelowRole.length > 0)(
      'rejects a call from a role below the required one, also with an insufficient PIN',
      async () => {
        for (const person of peopleBelowRole) {
          await till.signIn(person);
          await assertNothingChanges(async () => {
            const refusal = { ok: false, problem: { kind: 'not-allowed', needs: minRole } };
            expect(await makeCall(null)).toEqual(refusal);
            if (!hasApprovalField) return;
            for (const approver of peopleBelowRole)
              expect(await makeCall(createApproval(approver))).toEqual(refusal);
            const wrongPin = { cashierId: 'carmen', pin: PINS[person] };
            expect(getProblemKind(await makeCall(wrongPin))).toBe('wrong-pin');
            expect(await makeCall({ cashierId: 'nobody', pin: PINS.carmen })).toMatchObject({
              problem: { kind: 'not-found', what: 'cashier' },
            });
          });
        }
      },
    );

    it('accepts a call from the required role', async () => {
      const [person = 'carmen'] = PEOPLE.filter((candidate) =>
        hasAtLeastRole(getRole(candidate), minRole),
      );
      await till.signIn(person);
      const answer = await makeCall(
        PERMISSIONS[permission].grantedBy === 'pin' ? createApproval(person) : null,
      );
      expect(PERSON_PROBLEMS, JSON.stringify(answer)).not.toContain(getProblemKind(answer));
      await restoreShop();
    });

    it.runIf(hasApprovalField && peopleBelowRole.length > 0)(
      "accepts a cashier's call with a supervisor's or owner's PIN, and records the approver",
      async () => {
        await till.signIn('ana');
        const entryCount = listAuditEntries().length;
        const answer = await makeCall(createApproval('carmen'));
        expect(PERSON_PROBLEMS, JSON.stringify(answer)).not.toContain(getProblemKind(answer));
        if (Reflect.get(Object(answer), 'ok') === true) {
          const newEntries = listAuditEntries().slice(0, listAuditEntries().length - entryCount);
          expect(newEntries).toContainEqual({ by: 'ana', approvedBy: 'carmen' });
        }
        // A PIN for a single call does not sign its owner in.
        expect(till.host.till()?.staff.getCurrentCashier()?.id).toBe('ana');
        await restoreShop();
      },
    );
  },
);
