import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../ledger/index.ts';
import { MAX_FAILURES, OWNER_LOCK_OUT_SECONDS } from './pin-attempts.ts';
import { ANA, CARMEN, LUIS, type StaffUnderTest, staffUnderTest } from './staff.fixture.ts';

const HOUR = OWNER_LOCK_OUT_SECONDS * 1000;
let till: StaffUnderTest;

beforeEach(async () => {
  till = await staffUnderTest();
});
afterEach(() => till.close());

/** Wrong PINs with the waits between them kept, until one more would be refused. */
async function lockOut(id: string): Promise<void> {
  for (let n = 0; n < MAX_FAILURES; n += 1) {
    till.pass(301_000);
    const answer = await till.staff.signIn(id, '0000');
    expect(answer.ok).toBe(false);
  }
}

const kindOf = (answer: { ok: boolean; problem?: { kind: string } }): string =>
  answer.ok ? 'ok' : (answer.problem?.kind ?? '');

describe('ten wrong PINs in a row', () => {
  it('lock a cashier out for good, over restarts and whatever the clock says', async () => {
    await lockOut('ana');
    const out = { kind: 'locked-out', endsWith: 'supervisor', waitSeconds: null };
    for (const days of [0, 400, -800]) {
      till.clock.jump(days * 86_400_000);
      till.pass(HOUR * 30);
      expect(await till.staff.signIn('ana', '1111')).toMatchObject({ problem: out });
      till.restart();
      expect(await till.staff.signIn('ana', '1111')).toMatchObject({ problem: out });
    }
    expect(till.staff.list().find(({ id }) => id === 'ana')?.lockedOut?.waitSeconds).toBeNull();
    expect(till.notes().filter(({ kind }) => kind === 'locked-out')).toMatchObject([
      { by: null, detail: { cashierId: 'ana', name: 'Ana', failures: 10 } },
    ]);
  });

  it('are forgotten at the right one before', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let n = 1; n < MAX_FAILURES; n += 1) {
        till.pass(301_000);
        await till.staff.signIn('ana', '0000');
      }
      till.pass(301_000);
      expect(kindOf(await till.staff.signIn('ana', '1111'))).toBe('ok');
    }
  });

  it('also where they were typed for an approval', async () => {
    for (let n = 0; n < MAX_FAILURES; n += 1) {
      till.pass(301_000);
      await till.staff.authorize('pay-out', ANA, { cashierId: 'luis', pin: '0000' });
    }
    till.pass(301_000);
    const approval = { cashierId: 'luis', pin: '2222' };
    expect(kindOf(await till.staff.authorize('pay-out', ANA, approval))).toBe('locked-out');
    expect(kindOf(await till.staff.signIn('luis', '2222'))).toBe('locked-out');
  });
});

describe('the release', () => {
  it('is a supervisor’s, with the role or with the PIN, and is noted', async () => {
    await lockOut('ana');
    expect(kindOf(await till.staff.releaseLockOut('ana', ANA, null))).toBe('not-allowed');
    expect(kindOf(await till.staff.releaseLockOut('ana', null, null))).toBe('not-allowed');
    const own = { cashierId: 'ana', pin: '1111' };
    expect(kindOf(await till.staff.releaseLockOut('ana', null, own))).toBe('not-allowed');
    const approval = { cashierId: 'luis', pin: '2222' };
    expect(kindOf(await till.staff.releaseLockOut('ana', null, approval))).toBe('ok');
    expect(kindOf(await till.staff.signIn('ana', '1111'))).toBe('ok');
    await lockOut('ana');
    expect(kindOf(await till.staff.releaseLockOut('ana', ANA, approval))).toBe('ok');
    await lockOut('ana');
    expect(kindOf(await till.staff.releaseLockOut('ana', LUIS, null))).toBe('ok');
    expect(kindOf(await till.staff.releaseLockOut('ana', LUIS, null))).toBe('staff');
    const released = till.notes().filter(({ kind }) => kind === 'lock-out-released');
    expect(released.map(({ by, approvedBy }) => [by, approvedBy])).toEqual([
      ['luis', null],
      ['ana', 'luis'],
      ['luis', null],
    ]);
  });

  it('rejects a release of one’s own lock-out without another person’s PIN', async () => {
    await lockOut('luis');
    expect(kindOf(await till.staff.releaseLockOut('luis', LUIS, null))).toBe('not-allowed');
    const carmen = { cashierId: 'carmen', pin: '333333' };
    expect(kindOf(await till.staff.releaseLockOut('luis', LUIS, carmen))).toBe('ok');
  });

  it('of an owner is an owner’s: a supervisor would have ten guesses after ten', async () => {
    await lockOut('carmen');
    expect(await till.staff.releaseLockOut('carmen', LUIS, null)).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'owner' },
    });
  });
});

describe('an owner who is locked out', () => {
  it('waits for an hour of the till’s own time, and has then one try for each hour', async () => {
    await lockOut('carmen');
    const problem = { kind: 'locked-out', endsWith: 'owner', waitSeconds: 3600 };
    expect(await till.staff.signIn('carmen', '333333')).toMatchObject({ problem });
    till.clock.jump(HOUR * 24);
    expect(await till.staff.signIn('carmen', '333333')).toMatchObject({ problem });
    till.pass(HOUR / 2);
    till.restart();
    expect(await till.staff.signIn('carmen', '333333')).toMatchObject({ problem });
    till.pass(HOUR);
    expect(await till.staff.signIn('carmen', '0000')).toMatchObject({ problem });
    expect(await till.staff.signIn('carmen', '333333')).toMatchObject({ problem });
    till.pass(HOUR);
    expect(kindOf(await till.staff.signIn('carmen', '333333'))).toBe('ok');
    expect(till.staff.list().find(({ id }) => id === 'carmen')?.lockedOut).toBeNull();
    expect(CARMEN.role).toBe('owner');
  });
});

it('on a full disk somebody can look, and nobody can guess: three tries for each run', async () => {
  const full = (): unknown =>
    vi.spyOn(till.database, 'commit').mockImplementation(() => {
      throw new StorageError('full', 'ledger.sqlite', new Error('no room'));
    });
  full();
  expect(kindOf(await till.staff.signIn('ana', '0000'))).toBe('wrong-pin');
  expect(kindOf(await till.staff.signIn('ana', '1111'))).toBe('ok');
  for (let n = 0; n < 3; n += 1) await till.staff.signIn('luis', '0000');
  await expect(till.staff.signIn('luis', '2222')).rejects.toThrow(StorageError);
  vi.restoreAllMocks();
  // With room again what was not written is counted as well.
  expect(await till.staff.signIn('luis', '0000')).toMatchObject({ problem: { waitSeconds: 10 } });
});

/** What somebody does who wants to find a PIN: none of it is the right one. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ does: 'guess' as const }) },
  { weight: 2, arbitrary: fc.constant({ does: 'approve' as const }) },
  { weight: 2, arbitrary: fc.constant({ does: 'restart' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('set-clock' as const), by: fc.integer() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('wait' as const), by: fc.nat({ max: 2 * HOUR }) }),
  },
);

it('no order of attempts, restarts and clock changes lets more guesses through than stated', async () => {
  let most = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('ana', 'luis', 'carmen'),
      fc.array(step, { minLength: 20, maxLength: 120 }),
      async (id, steps) => {
        const mine = await staffUnderTest();
        let guesses = 0;
        let ran = 0;
        const count = (answer: { ok: boolean; problem?: { kind: string } }, before: number) => {
          expect(answer.ok).toBe(false);
          // Counted where the ledger counted it: the last one answers that it locked out.
          const row = mine.database.prepare('SELECT failures FROM cashiers WHERE id = ?').get(id);
          guesses += Number(row?.failures) - before;
        };
        const failures = (): number =>
          Number(
            mine.database.prepare('SELECT failures FROM cashiers WHERE id = ?').get(id)?.failures,
          );
        try {
          for (const one of steps) {
            const before = failures();
            switch (one.does) {
              case 'guess':
                count(await mine.staff.signIn(id, '0000'), before);
                break;
              case 'approve':
                count(await mine.staff.approve({ cashierId: id, pin: '0000' }), before);
                break;
              case 'restart':
                mine.restart();
                break;
              case 'set-clock':
                mine.clock.jump(Math.max(-1e12, one.by * 1000));
                break;
              case 'wait':
                ran += one.by;
                mine.pass(one.by);
                break;
            }
          }
          const more = id === 'carmen' ? Math.floor(ran / HOUR) : 0;
          expect(guesses).toBeLessThanOrEqual(MAX_FAILURES + more);
          most = Math.max(most, guesses);
        } finally {
          mine.close();
        }
      },
    ),
    {
      numRuns: 40,
      // As far as the limit it is tried whatever the others come to.
      examples: [
        [
          'ana',
          Array.from({ length: 2 * MAX_FAILURES }, () => [
            { does: 'guess' as const },
            { does: 'wait' as const, by: 301_000 },
          ]).flat(),
        ],
      ],
    },
  );
  expect(most).toBeGreaterThanOrEqual(MAX_FAILURES);
});
