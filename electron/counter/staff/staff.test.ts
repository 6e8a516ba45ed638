import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Cashier, ok, PERMISSIONS } from '../../../shared/contract/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { type Database, openLedgerDatabase } from '../../ledger/index.ts';
import {
  createUuid,
  createVirtualClock,
  silentLog,
  type VirtualClock,
} from '../../platform/index.ts';
import { createStaff, PROVISIONED_BY_FIRST_SET_UP, type Staff } from './index.ts';
import { computePinWaitSeconds } from './pin-attempts.ts';
import { createPinHasher, FULL_PIN_COST, getPinCost, type PinHasher } from './pin-hasher.ts';
import { quickPersonSealer, quickPinHasher } from './testing/index.ts';

let folder: string;
let database: Database;
let clock: VirtualClock;
let staff: Staff;
let sessionChanges: (Cashier | null)[];
let uptime: number;
let pins: PinHasher;

const createTestStaff = (): Staff =>
  createStaff({
    database,
    clock,
    createId: createUuid,
    audit: createAudit({ database, clock }),
    log: silentLog,
    sealer: quickPersonSealer,
    attemptFile: null,
    pins,
    shouldRefuseObviousPins: true,
    uptime: () => uptime,
    onSessionChange: (cashier) => sessionChanges.push(cashier),
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-staff-'));
  database = openLedgerDatabase(join(folder, 'ledger.sqlite'));
  clock = createVirtualClock();
  sessionChanges = [];
  uptime = 0;
  pins = quickPinHasher;
  staff = createTestStaff();
  await staff.replaceAll(
    [
      { id: 'ana', name: 'Ana', role: 'cashier', pin: '1111' },
      { id: 'carmen', name: 'Carmen', role: 'owner', pin: '333333' },
    ],
    PROVISIONED_BY_FIRST_SET_UP,
  );
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

describe('PIN hashes', () => {
  it('creates a hash that matches only its PIN and does not contain it', async () => {
    const hash = await quickPinHasher.hash('4821');
    expect(hash).not.toContain('4821');
    expect(await quickPinHasher.matchesHash('4821', hash)).toBe(true);
    expect(await quickPinHasher.matchesHash('4822', hash)).toBe(false);
    expect(await quickPinHasher.hash('4821')).not.toBe(hash);
  });

  it("rejects hashes that are unreadable or cost more than the till's own", async () => {
    const [, , , , salt, key] = (await quickPinHasher.hash('1111')).split('$');
    expect(await quickPinHasher.matchesHash('1111', 'md5$abc')).toBe(false);
    for (const cost of ['1073741824$8$1', '131072$1024$1', '131072$8$64', '17$8$1', 'x$8$1']) {
      expect(
        await quickPinHasher.matchesHash('1111', `scrypt-peppered$${cost}$${salt}$${key}`),
      ).toBe(false);
    }
  });

  it('does not match a PIN with a different pepper', async () => {
    const otherHasher = createPinHasher({
      pepper: async () => ok(Buffer.alloc(32, 'another')),
      cost: { N: 16, r: 8, p: 1 },
    });
    expect(await otherHasher.matchesHash('4821', await quickPinHasher.hash('4821'))).toBe(false);
  });

  it("hashes with OWASP's cost outside training without blocking the main thread", async () => {
    const fullCostHasher = createPinHasher({
      pepper: async () => ok(Buffer.alloc(32, 'pepper')),
      cost: FULL_PIN_COST,
    });
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const hash = await fullCostHasher.hash('4821');
    clearInterval(timer);
    for (const environment of ['sandbox', 'production'] as const) {
      expect(getPinCost(environment)).toEqual(FULL_PIN_COST);
    }
    expect(hash).toMatch(/^scrypt-peppered\$131072\$8\$1\$/);
    expect(turns).toBeGreaterThan(10);
  });

  it('counts no attempt while the pepper is unavailable', async () => {
    const unavailable = { ok: false, problem: { kind: 'data-key', reason: 'lost' } } as const;
    pins = createPinHasher({ pepper: async () => unavailable, cost: FULL_PIN_COST });
    staff = createTestStaff();
    for (let n = 0; n < 12; n += 1) expect(await staff.signIn('ana', '1111')).toEqual(unavailable);
    pins = quickPinHasher;
    staff = createTestStaff();
    expect(await staff.signIn('ana', '0000')).toMatchObject({
      problem: { kind: 'wrong-pin', waitSeconds: 0 },
    });
  });
});

describe('signing in', () => {
  it('signs in with the correct PIN and notifies the listener', async () => {
    expect(await staff.signIn('ana', '1111')).toEqual({
      ok: true,
      value: { id: 'ana', name: 'Ana', role: 'cashier' },
    });
    expect(staff.getCurrentCashier()?.id).toBe('ana');
    expect(sessionChanges.at(-1)?.id).toBe('ana');
    staff.signOut();
    expect(staff.getCurrentCashier()).toBeNull();
    expect(sessionChanges.at(-1)).toBeNull();
  });

  it('increases the wait with each wrong PIN, also after a restart, until a correct one', async () => {
    const waits: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const answer = await staff.signIn('ana', '0000');
      if (answer.ok || answer.problem.kind !== 'wrong-pin')
        throw new Error('a wrong PIN was taken');
      waits.push(answer.problem.waitSeconds);
      clock.jump(answer.problem.waitSeconds * 1000);
    }
    expect(waits).toEqual([0, 0, 5, 10, 20]);
    await staff.signIn('ana', '0000');
    staff = createTestStaff();
    expect(await staff.signIn('ana', '1111')).toEqual({
      ok: false,
      problem: { kind: 'wait', waitSeconds: 40 },
    });
    clock.jump(40_000);
    expect((await staff.signIn('ana', '1111')).ok).toBe(true);
    expect(await staff.signIn('ana', '0000')).toEqual({
      ok: false,
      problem: { kind: 'wrong-pin', waitSeconds: 0 },
    });
  });

  it('counts simultaneous guesses one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => staff.signIn('ana', `900${n}`)),
    );
    const kinds = answers.map((answer) => (answer.ok ? 'ok' : answer.problem.kind));
    expect(kinds).toEqual(['wrong-pin', 'wrong-pin', 'wrong-pin', 'wait', 'wait', 'wait']);
  });

  it('does not lengthen a wait if the clock is set back', async () => {
    expect(computePinWaitSeconds(100)).toBe(300);
    for (let n = 0; n < 3; n += 1) await staff.signIn('ana', '0000');
    clock.jump(-86_400_000);
    const wait = { ok: false, problem: { kind: 'wait', waitSeconds: 5 } };
    expect(await staff.signIn('ana', '1111')).toEqual(wait);
    clock.jump(5_000);
    expect((await staff.signIn('ana', '1111')).ok).toBe(true);
  });

  it('disables and signs out a cashier who is missing in a new provisioning, but keeps the row', async () => {
    await staff.signIn('ana', '1111');
    const carmen = { id: 'carmen', name: 'Carmen', role: 'owner', pin: '333333' } as const;
    await staff.replaceAll([carmen], PROVISIONED_BY_FIRST_SET_UP);
    expect(staff.getCurrentCashier()).toBeNull();
    expect((await staff.signIn('ana', '1111')).ok).toBe(false);
    expect(database.prepare('SELECT count(*) AS n FROM cashiers').get()?.n).toBe(2);
  });
});

describe('authorization of an act', () => {
  const ana = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
  const carmen = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;

  it('allows the action without a PIN for the required role', async () => {
    expect(await staff.authorize('pay-out', carmen, null)).toEqual({
      ok: true,
      value: { approver: null },
    });
  });

  it('allows the action with the PIN of a person with the required role, and returns that person', async () => {
    const approval = { cashierId: 'carmen', pin: '333333' };
    expect(await staff.authorize('settings', ana, approval)).toMatchObject({
      value: { approver: { id: 'carmen' } },
    });
    expect(await staff.authorize('pay-out', ana, null)).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
    expect(await staff.authorize('pay-out', ana, { cashierId: 'ana', pin: '1111' })).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
  });

  it('rejects a PIN for an action that cannot be overridden', async () => {
    const approval = { cashierId: 'carmen', pin: '333333' };
    expect(await staff.authorize('audit', ana, approval)).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
  });

  it.each(['cancel', 'release-cash', 'approve-short-drawer', 'forget-customers'] as const)(
    'approves %s only with the PIN of the role in the table',
    async (act) => {
      expect(await staff.approve(act, { cashierId: 'ana', pin: '1111' })).toMatchObject({
        problem: { kind: 'not-allowed', needs: PERMISSIONS[act].minRole },
      });
      expect(await staff.approve(act, { cashierId: 'carmen', pin: '333333' })).toMatchObject({
        value: { id: 'carmen' },
      });
    },
  );

  it('requires a PIN even from an owner for an action that always needs one', async () => {
    expect(await staff.authorize('cancel', carmen, null)).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
  });
});
