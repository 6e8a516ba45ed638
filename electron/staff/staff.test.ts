import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAudit } from '../audit/index.ts';
import { type Database, openDatabase } from '../ledger/index.ts';
import { newUuid, silentLog, type VirtualClock, virtualClock } from '../platform/index.ts';
import {
  type Cashier,
  createStaff,
  FIRST_SET_UP,
  hashPin,
  matchesPin,
  type Staff,
  waitAfter,
} from './index.ts';

let folder: string;
let database: Database;
let clock: VirtualClock;
let staff: Staff;
let heard: (Cashier | null)[];
let uptime: number;

const make = (): Staff =>
  createStaff({
    database,
    clock,
    newId: newUuid,
    audit: createAudit({ database, clock }),
    log: silentLog,
    refusesObviousPins: true,
    uptime: () => uptime,
    onSession: (cashier) => heard.push(cashier),
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-staff-'));
  database = openDatabase(join(folder, 'ledger.sqlite'));
  clock = virtualClock();
  heard = [];
  uptime = 0;
  staff = make();
  await staff.replaceAll(
    [
      { id: 'ana', name: 'Ana', role: 'cashier', pin: '1111' },
      { id: 'carmen', name: 'Carmen', role: 'owner', pin: '333333' },
    ],
    FIRST_SET_UP,
  );
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

describe('PIN hashes', () => {
  it('match their PIN and no other, and never hold it', async () => {
    const hash = await hashPin('4821');
    expect(hash).not.toContain('4821');
    expect(await matchesPin('4821', hash)).toBe(true);
    expect(await matchesPin('4822', hash)).toBe(false);
    expect(await hashPin('4821')).not.toBe(hash);
  });

  it('match nothing when they cannot be read', async () => {
    expect(await matchesPin('1111', 'md5$abc')).toBe(false);
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
    expect(waitAfter(100)).toBe(300);
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
    await staff.replaceAll([carmen], FIRST_SET_UP);
    expect(staff.current()).toBeNull();
    expect((await staff.signIn('ana', '1111')).ok).toBe(false);
    expect(database.prepare('SELECT count(*) AS n FROM cashiers').get()?.n).toBe(2);
  });
});

describe('an act', () => {
  const ana = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
  const carmen = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;

  it('is done by whoever has the role, without anybody’s PIN', async () => {
    expect(await staff.allow('pay-out', carmen, null)).toEqual({
      ok: true,
      value: { approver: null },
    });
  });

  it('is done by another with a PIN of one who has the role, who is named', async () => {
    const approval = { cashierId: 'carmen', pin: '333333' };
    expect(await staff.allow('settings', ana, approval)).toMatchObject({
      value: { approver: { id: 'carmen' } },
    });
    expect(await staff.allow('pay-out', ana, null)).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
    expect(await staff.allow('pay-out', ana, { cashierId: 'ana', pin: '1111' })).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
  });

  it('that cannot be overridden takes nobody’s PIN', async () => {
    const approval = { cashierId: 'carmen', pin: '333333' };
    expect(await staff.allow('audit', ana, approval)).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
  });

  it('that always takes a PIN takes an owner’s own as well', async () => {
    expect(await staff.allow('cancel', carmen, null)).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
  });
});
