/**
 * Who may do what, computed from `acts` for every call that is one, whoever adds it: whoever lacks
 * the role is refused, with and without a PIN that is not enough, and nothing changes by it; whoever
 * has it, or brings the PIN where that is enough, is heard, and what a PIN allowed is noted so.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Approval,
  type CallName,
  calls,
  hasRole,
  isPermission,
  PERMISSIONS,
  type Permission,
  type Role,
} from '../../shared/contract/index.ts';
import { CALL_NAMES, fitting, inputSchema } from './fuzz/inputs.ts';
import { ledgerRows, openLedger } from './fuzz/ledger-watch.ts';
import { openTestTill, type Person, PINS, ROLES, type TestTill, until } from './fuzz/till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

interface Declared {
  readonly name: CallName;
  readonly act: Permission;
  readonly takesApproval: boolean;
}

const DECLARED: readonly Declared[] = CALL_NAMES.flatMap((name) => {
  const { access } = calls[name];
  const takesApproval = 'approval' in (inputSchema(name).properties ?? {});
  return isPermission(access) ? [{ name, act: access, takesApproval }] : [];
});
const PEOPLE = ['ana', 'luis', 'carmen'] as const;
/** What speaks about who asks; every other problem is about what was asked for. */
const ABOUT_WHO = new Set(['not-allowed', 'not-signed-in', 'wrong-pin', 'wait', 'locked-out']);

let till: TestTill;
let shopBefore: string;

beforeAll(async () => {
  till = await openTestTill('v3.mx');
  shopBefore = shop();
});
afterAll(() => till.close());

/** What an owner may have changed of it. */
const shop = (): string => JSON.stringify([till.written(), till.host.till()?.staff.list()]);

async function asItWas(): Promise<void> {
  if (shop() !== shopBefore) await till.provision();
  shopBefore = shop();
}

/** Fits the call's own schema; the same at each run. */
function inputOf(name: CallName): object {
  const { input } = calls[name];
  const made = fc.sample(fitting(name), { numRuns: 2_000, seed: 5 });
  const found = made.find((one) => input.safeParse(one).success);
  if (typeof found !== 'object' || found === null) throw new Error(`no input fits ${name}`);
  return found;
}

function kindOf(answer: unknown): string {
  const problem: unknown = Reflect.get(Object(answer), 'problem');
  return String(Reflect.get(Object(problem), 'kind'));
}

async function quietly(work: () => Promise<void>): Promise<void> {
  const state = () => [ledgerRows(), JSON.stringify(till.written()), [...till.service.money]];
  const before = state();
  await work();
  expect(state()).toEqual(before);
}

/** Who did what by whose PIN, the newest first. */
function noted(): { readonly by: unknown; readonly approvedBy: unknown }[] {
  return openLedger()
    .prepare('SELECT cashier_id, approved_by FROM audit ORDER BY number DESC')
    .all()
    .map((row) => ({ by: row.cashier_id, approvedBy: row.approved_by }));
}

function papersUnderWay(): number {
  const row = openLedger()
    .prepare("SELECT count(*) AS count FROM print_jobs WHERE state IN ('waiting', 'printing')")
    .get();
  return Number(row?.count);
}

const roleOf = (person: Person): Role => ROLES[person];
const own = (person: Person): Approval => ({ cashierId: person, pin: PINS[person] });

it('an act that takes somebody’s PIN has a place for it in each of its calls', () => {
  expect(DECLARED.length).toBeGreaterThan(5);
  for (const { name, act, takesApproval } of DECLARED) {
    expect([name, takesApproval]).toEqual([name, PERMISSIONS[act].by !== 'role']);
  }
});

describe.each(DECLARED)('$name, of the act $act', ({ name, act, takesApproval }) => {
  const { least } = PERMISSIONS[act];
  const lacking = PEOPLE.filter((person) => !hasRole(roleOf(person), least));
  const input = inputOf(name);
  const ask = async (approval: Approval | null): Promise<unknown> =>
    await till.call(name, takesApproval ? { ...input, approval } : input);

  beforeEach(async () => {
    // Wrong PINs cost a wait.
    till.clock.jump(301_000);
    // A paper that an earlier act asked for changes the ledger until it is out.
    await until(() => papersUnderWay() === 0);
  });

  it('is refused to nobody at all', async () => {
    await till.signIn(null);
    await quietly(async () => {
      expect(kindOf(await ask(own('carmen')))).toBe('not-signed-in');
    });
  });

  it.runIf(lacking.length > 0)('is refused to whoever has less than the role', async () => {
    for (const person of lacking) {
      await till.signIn(person);
      await quietly(async () => {
        const refused = { ok: false, problem: { kind: 'not-allowed', needs: least } };
        expect(await ask(null)).toEqual(refused);
        if (!takesApproval) return;
        for (const other of lacking) expect(await ask(own(other))).toEqual(refused);
        const wrong = { cashierId: 'carmen', pin: PINS[person] };
        expect(kindOf(await ask(wrong))).toBe('wrong-pin');
        expect(await ask({ cashierId: 'nobody', pin: PINS.carmen })).toMatchObject({
          problem: { kind: 'not-found', what: 'cashier' },
        });
      });
    }
  });

  it('is heard from whoever has just the role', async () => {
    const [person = 'carmen'] = PEOPLE.filter((one) => hasRole(roleOf(one), least));
    await till.signIn(person);
    const answer = await ask(PERMISSIONS[act].by === 'pin' ? own(person) : null);
    expect(ABOUT_WHO, JSON.stringify(answer)).not.toContain(kindOf(answer));
    await asItWas();
  });

  it.runIf(takesApproval && lacking.length > 0)('is heard with the PIN of one', async () => {
    await till.signIn('ana');
    const before = noted().length;
    const answer = await ask(own('carmen'));
    expect(ABOUT_WHO, JSON.stringify(answer)).not.toContain(kindOf(answer));
    if (Reflect.get(Object(answer), 'ok') === true) {
      const since = noted().slice(0, noted().length - before);
      expect(since).toContainEqual({ by: 'ana', approvedBy: 'carmen' });
    }
    // A PIN for a single act signs nobody in.
    expect(till.host.till()?.staff.current()?.id).toBe('ana');
    await asItWas();
  });
});
