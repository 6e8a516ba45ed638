import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../shared/contract/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { type Database, openDatabase } from '../../ledger/index.ts';
import { createVirtualClock, newUuid, silentLog, type VirtualClock } from '../../platform/index.ts';
import { type Cashier, createStaff, PROVISIONED_BY_FIRST_SET_UP, type Staff } from './index.ts';
import { computeWaitSeconds } from './pin-attempts.ts';
import { createPinHasher, FULL_PIN_COST, getPinCost, type PinHasher } from './pin-hasher.ts';
import { quickPins } from './testing/index.ts';

let folder: string;
let database: Database;
let clock: VirtualClock;
let staff: Staff;
let heard: (Cashier | null)[];
let uptime: number;
let pins: PinHasher;

const make = (): Staff =>
  createStaff({
    database,
    clock,
    newId: newUuid,
    audit: createAudit({ database, clock }),
    log: silentLog,
    pins,
    refusesObviousPins: true,
    uptime: () => uptime,
    onSession: (cashier) => heard.push(cashier),
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-staff-'));
  database = openDatabase(join(folder, 'ledger.sqlite'));
  clock = createVirtualClock();
  heard = [];
  uptime = 0;
  pins = quickPins;
  staff = make();
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
  it('match their PIN and no other, and never hold it', async () => {
    const hash = await quickPins.hash('4821');
    expect(hash).not.toContain('4821');
    expect(await quickPins.matches('4821', hash)).toBe(true);
    expect(await quickPins.matches('4822', hash)).toBe(false);
    expect(await quickPins.hash('4821')).not.toBe(hash);
  });

  it("match nothing when they cannot be read, or ask for more than the till's own cost", async () => {
    const [, , , , salt, key] = (await quickPins.hash('1111')).split('$');
    expect(await quickPins.matches('1111', 'md5$abc')).toBe(false);
    for (const cost of ['1073741824$8$1', '131072$1024$1', '131072$8$64', '17$8$1', 'x$8$1']) {
      expect(await quickPins.matches('1111', `scrypt-peppered$${cost}$${salt}$${key}`)).toBe(false);
    }
  });

  it('are worth nothing without the pepper: another till, or a thief of the ledger alone', async () => {
    const elsewhere = createPinHasher({
      pepper: async () => ok(Buffer.alloc(32, 'another')),
      cost: { N: 16, r: 8, p: 1 },
    });
    expect(await elsewhere.matches('4821', await quickPins.hash('4821'))).toBe(false);
  });

  it("have OWASP's cost where money is real, and main goes on meanwhile", async () => {
    const full = createPinHasher({
      pepper: async () => ok(Buffer.alloc(32, 'pepper')),
      cost: FULL_PIN_COST,
    });
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 1);
    const hash = await full.hash('4821');
    clearInterval(turning);
    for (const money of ['sandbox', 'production'] as const) {
      expect(getPinCost(money)).toEqual(FULL_PIN_COST);
    }
    expect(hash).toMatch(/^scrypt-peppered\$131072\$8\$1\$/);
    expect(turns).toBeGreaterThan(10);
  });

  it('are not compared, and cost no attempt, while the key store does not give the pepper', async () => {
    const closed = { ok: false, problem: { kind: 'data-key', reason: 'lost' } } as const;
    pins = createPinHasher({ pepper: async () => closed, cost: FULL_PIN_COST });
    staff = make();
    for (let n = 0; n < 12; n += 1) expect(await staff.signIn('ana', '1111')).toEqual(closed);
    pins = quickPins;
    staff = make();
    expect(await staff.signIn('ana', '0000')).toMatchObject({
      problem: { kind: 'wrong-pin', waitSeconds: 0 },
    });
  });
});

describe('signing in', () => {
  it('takes the right PIN and tells the listeners', async () => {
    expect(await staff.signIn('ana', '1111')).toEqual({
      ok: true,
      value: { id: 'ana', name: 'Ana', role: 'cashier' },
    });
    expect(staff.current()?.id).toBe('ana');
    expect(heard.at(-1)?.id).toBe('ana');
    staff.signOut();
    expect(staff.current()).toBeNull();
    expect(heard.at(-1)).toBeNull();
  });

  it('makes each wrong try wait longer, also after a restart, and forgets at the right one', async () => {
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
    staff = make();
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

  it('counts guesses that come at once one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => staff.signIn('ana', `900${n}`)),
    );
    const kinds = answers.map((answer) => (answer.ok ? 'ok' : answer.problem.kind));
    expect(kinds).toEqual(['wrong-pin', 'wrong-pin', 'wrong-pin', 'wait', 'wait', 'wait']);
  });

  it('is not made longer by a clock that was set back', async () => {
    expect(computeWaitSeconds(100)).toBe(300);
    for (let n = 0; n < 3; n += 1) await staff.signIn('ana', '0000');
    clock.jump(-86_400_000);
    const wait = { ok: false, problem: { kind: 'wait', waitSeconds: 5 } };
    expect(await staff.signIn('ana', '1111')).toEqual(wait);
    clock.jump(5_000);
    expect((await staff.signIn('ana', '1111')).ok).toBe(true);
  });

  it('does not know a cashier that was left out of the new list, and keeps the row', async () => {
    await staff.signIn('ana', '1111');
    const carmen = { id: 'carmen', name: 'Carmen', role: 'owner', pin: '333333' } as const;
    await staff.replaceAll([carmen], PROVISIONED_BY_FIRST_SET_UP);
    expect(staff.current()).toBeNull();
    expect((await staff.signIn('ana', '1111')).ok).toBe(false);
    expect(database.prepare('SELECT count(*) AS n FROM cashiers').get()?.n).toBe(2);
  });
});

describe('an act', () => {
  const ana = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
  const carmen = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;

  it('allows the action without a PIN for the required role', async () => {
    expect(await staff.authorize('pay-out', carmen, null)).toEqual({
      ok: true,
      value: { approver: null },
    });
  });

  it('is done by another with a PIN of one who has the role, who is named', async () => {
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

  it('that always takes a PIN takes an owner’s own as well', async () => {
    expect(await staff.authorize('cancel', carmen, null)).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
  });
});
