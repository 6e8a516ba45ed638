import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../ledger/index.ts';
import { MAX_PIN_FAILURES, OWNER_LOCK_OUT_SECONDS } from './pin-attempts.ts';
import { ANA, CARMEN, LUIS, openTestStaff, type TestStaff } from './staff.fixture.ts';

const HOUR = OWNER_LOCK_OUT_SECONDS * 1000;
let till: TestStaff;

beforeEach(async () => {
  till = await openTestStaff();
});
afterEach(() => till.close());

/** Enters wrong PINs, with the waits between them, until the person is locked out. */
async function lockOut(id: string): Promise<void> {
  for (let n = 0; n < MAX_PIN_FAILURES; n += 1) {
    till.advance(301_000);
    const answer = await till.staff.signIn(id, '0000');
    expect(answer.ok).toBe(false);
  }
}

const getAttemptFile = (): string => join(till.folder, 'pin-attempts-sandbox.json');
const getKind = (answer: { ok: boolean; problem?: { kind: string } }): string =>
  answer.ok ? 'ok' : (answer.problem?.kind ?? '');

describe('ten wrong PINs in a row', () => {
  it('locks a cashier out permanently, across restarts and clock changes, after ten wrong PINs', async () => {
    await lockOut('ana');
    const lockedOut = { kind: 'locked-out', endsWith: 'supervisor', waitSeconds: null };
    for (const days of [0, 400, -800]) {
      till.clock.jump(days * 86_400_000);
      till.advance(HOUR * 30);
      expect(await till.staff.signIn('ana', '1111')).toMatchObject({ problem: lockedOut });
      till.restart();
      expect(await till.staff.signIn('ana', '1111')).toMatchObject({ problem: lockedOut });
    }
    expect(till.staff.list().find(({ id }) => id === 'ana')?.lockedOut?.waitSeconds).toBeNull();
    expect(till.listNotes().filter(({ kind }) => kind === 'locked-out')).toMatchObject([
      { by: null, detail: { cashierId: 'ana', name: 'Ana', failures: 10 } },
    ]);
  });

  it('clears the failures at a correct PIN before the tenth wrong one', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let n = 1; n < MAX_PIN_FAILURES; n += 1) {
        till.advance(301_000);
        await till.staff.signIn('ana', '0000');
      }
      till.advance(301_000);
      expect(getKind(await till.staff.signIn('ana', '1111'))).toBe('ok');
    }
  });

  it('locks a person out after ten wrong PINs for approvals', async () => {
    for (let n = 0; n < MAX_PIN_FAILURES; n += 1) {
      till.advance(301_000);
      await till.staff.authorize('pay-out', ANA, { cashierId: 'luis', pin: '0000' });
    }
    till.advance(301_000);
    const approval = { cashierId: 'luis', pin: '2222' };
    expect(getKind(await till.staff.authorize('pay-out', ANA, approval))).toBe('locked-out');
    expect(getKind(await till.staff.signIn('luis', '2222'))).toBe('locked-out');
  });
});

describe('the audit log', () => {
  it('records each wrong PIN with the person whose PIN it was and who was signed in', async () => {
    const listWrongPins = () => till.listNotes().filter(({ kind }) => kind === 'wrong-pin');
    await till.staff.signIn('ana', '0000');
    await till.staff.signIn('ana', '1111');
    await till.staff.authorize('pay-out', ANA, { cashierId: 'luis', pin: '0000' });
    expect(listWrongPins()).toMatchObject([
      { by: null, detail: { cashierId: 'ana', name: 'Ana', failures: 1 } },
      { by: 'ana', detail: { cashierId: 'luis', name: 'Luis', failures: 1 } },
    ]);
    till.staff.signOut();
    await lockOut('ana');
    // A PIN that is refused without a comparison is none.
    await till.staff.signIn('ana', '0000');
    expect(listWrongPins()).toHaveLength(2 + MAX_PIN_FAILURES);
    expect(JSON.stringify(till.listNotes())).not.toContain('0000');
  });
});

describe('release of a lock-out', () => {
  it('allows a supervisor to release a lock-out by role or PIN, and records it', async () => {
    await lockOut('ana');
    expect(getKind(await till.staff.releaseLockOut('ana', ANA, null))).toBe('not-allowed');
    expect(getKind(await till.staff.releaseLockOut('ana', null, null))).toBe('not-allowed');
    const ownApproval = { cashierId: 'ana', pin: '1111' };
    expect(getKind(await till.staff.releaseLockOut('ana', null, ownApproval))).toBe('not-allowed');
    const approval = { cashierId: 'luis', pin: '2222' };
    expect(getKind(await till.staff.releaseLockOut('ana', null, approval))).toBe('ok');
    expect(getKind(await till.staff.signIn('ana', '1111'))).toBe('ok');
    await lockOut('ana');
    expect(getKind(await till.staff.releaseLockOut('ana', ANA, approval))).toBe('ok');
    await lockOut('ana');
    expect(getKind(await till.staff.releaseLockOut('ana', LUIS, null))).toBe('ok');
    expect(getKind(await till.staff.releaseLockOut('ana', LUIS, null))).toBe('staff');
    const releases = till.listNotes().filter(({ kind }) => kind === 'lock-out-released');
    expect(releases.map(({ by, approvedBy }) => [by, approvedBy])).toEqual([
      ['luis', null],
      ['ana', 'luis'],
      ['luis', null],
    ]);
  });

  it('rejects a release of one’s own lock-out without another person’s PIN', async () => {
    await lockOut('luis');
    expect(getKind(await till.staff.releaseLockOut('luis', LUIS, null))).toBe('not-allowed');
    const ownerApproval = { cashierId: 'carmen', pin: '333333' };
    expect(getKind(await till.staff.releaseLockOut('luis', LUIS, ownerApproval))).toBe('ok');
  });

  it('rejects the release of an owner by a supervisor', async () => {
    await lockOut('carmen');
    expect(await till.staff.releaseLockOut('carmen', LUIS, null)).toMatchObject({
      problem: { kind: 'not-allowed', needs: 'owner' },
    });
  });
});

describe('lock-out of an owner', () => {
  it('ends an owner’s lock-out after an hour of uptime, and then allows one attempt per hour', async () => {
    await lockOut('carmen');
    const problem = { kind: 'locked-out', endsWith: 'owner', waitSeconds: 3600 };
    expect(await till.staff.signIn('carmen', '333333')).toMatchObject({ problem });
    till.clock.jump(HOUR * 24);
    expect(await till.staff.signIn('carmen', '333333')).toMatchObject({ problem });
    till.advance(HOUR / 2);
    till.restart();
    expect(await till.staff.signIn('carmen', '333333')).toMatchObject({ problem });
    till.advance(HOUR);
    expect(await till.staff.signIn('carmen', '0000')).toMatchObject({ problem });
    expect(await till.staff.signIn('carmen', '333333')).toMatchObject({ problem });
    till.advance(HOUR);
    expect(getKind(await till.staff.signIn('carmen', '333333'))).toBe('ok');
    expect(till.staff.list().find(({ id }) => id === 'carmen')?.lockedOut).toBeNull();
    expect(CARMEN.role).toBe('owner');
  });
});

it('allows sign-in on a full disk, but only three unwritten attempts per run', async () => {
  const fillDisk = (): unknown =>
    vi.spyOn(till.database, 'commit').mockImplementation(() => {
      throw new StorageError('full', 'ledger.sqlite', new Error('no room'));
    });
  fillDisk();
  expect(getKind(await till.staff.signIn('ana', '0000'))).toBe('wrong-pin');
  expect(getKind(await till.staff.signIn('ana', '1111'))).toBe('ok');
  for (let n = 0; n < 3; n += 1) await till.staff.signIn('luis', '0000');
  await expect(till.staff.signIn('luis', '2222')).rejects.toThrow(StorageError);
  vi.restoreAllMocks();
  // Once the disk has space, the unwritten attempts are counted too.
  expect(await till.staff.signIn('luis', '0000')).toMatchObject({ problem: { waitSeconds: 10 } });
});

/** The steps of an attacker who guesses a PIN; all guesses are wrong. */
const stepArbitrary = fc.oneof(
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

it('never allows more guesses than the limit for any order of attempts, restarts and clock changes', async () => {
  let maxGuesses = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('ana', 'luis', 'carmen'),
      fc.array(stepArbitrary, { minLength: 20, maxLength: 120 }),
      async (id, steps) => {
        const testTill = await openTestStaff();
        let guesses = 0;
        let elapsed = 0;
        const count = (answer: { ok: boolean; problem?: { kind: string } }, before: number) => {
          expect(answer.ok).toBe(false);
          // Counts the attempts in the ledger, because the last one answers that it locked out.
          const row = testTill.database
            .prepare('SELECT failures FROM cashiers WHERE id = ?')
            .get(id);
          guesses += Number(row?.failures) - before;
        };
        const readFailures = (): number =>
          Number(
            testTill.database.prepare('SELECT failures FROM cashiers WHERE id = ?').get(id)
              ?.failures,
          );
        try {
          for (const step of steps) {
            const before = readFailures();
            switch (step.does) {
              case 'guess':
                count(await testTill.staff.signIn(id, '0000'), before);
                break;
              case 'approve':
                count(
                  await testTill.staff.approve('cancel', { cashierId: id, pin: '0000' }),
                  before,
                );
                break;
              case 'restart':
                testTill.restart();
                break;
              case 'set-clock':
                testTill.clock.jump(Math.max(-1e12, step.by * 1000));
                break;
              case 'wait':
                elapsed += step.by;
                testTill.advance(step.by);
                break;
            }
          }
          const extraGuesses = id === 'carmen' ? Math.floor(elapsed / HOUR) : 0;
          expect(guesses).toBeLessThanOrEqual(MAX_PIN_FAILURES + extraGuesses);
          maxGuesses = Math.max(maxGuesses, guesses);
        } finally {
          testTill.close();
        }
      },
    ),
    {
      numRuns: 40,
      // This example reaches the limit even if no random one does.
      examples: [
        [
          'ana',
          Array.from({ length: 2 * MAX_PIN_FAILURES }, () => [
            { does: 'guess' as const },
            { does: 'wait' as const, by: 301_000 },
          ]).flat(),
        ],
      ],
    },
  );
  expect(maxGuesses).toBeGreaterThanOrEqual(MAX_PIN_FAILURES);
});

describe('the count beside the key file', () => {
  const resetLedger = (): void => {
    till.database.commit(() =>
      till.database.prepare('UPDATE cashiers SET failures = 0, locked_until = NULL').run(),
    );
  };

  it('continues when the ledger is replaced by a copy that counts nothing', async () => {
    for (let n = 0; n < 5; n += 1) {
      till.advance(301_000);
      await till.staff.signIn('luis', '0000');
    }
    till.restart();
    resetLedger();
    expect(await till.staff.signIn('luis', '2222')).toMatchObject({
      problem: { kind: 'wait', waitSeconds: 20 },
    });
    till.advance(20_000);
    expect(await till.staff.signIn('luis', '0000')).toMatchObject({
      problem: { kind: 'wrong-pin', waitSeconds: 40 },
    });
    till.advance(40_000);
    expect(await till.staff.signIn('luis', '2222')).toMatchObject({ ok: true });
    expect(readFileSync(getAttemptFile(), 'utf8')).toBe('{}\n');
  });

  it('locks a person out whose count in the ledger was reset, until somebody releases it', async () => {
    await lockOut('ana');
    resetLedger();
    expect(await till.staff.signIn('ana', '1111')).toMatchObject({
      problem: { kind: 'locked-out' },
    });
    expect(till.staff.list().find(({ id }) => id === 'ana')?.lockedOut).not.toBeNull();
    expect(await till.staff.releaseLockOut('ana', LUIS, null)).toMatchObject({ ok: true });
    expect(await till.staff.signIn('ana', '1111')).toMatchObject({ ok: true });
  });

  it.each(['not JSON', '[]', '{"ana":{"failures":-1}}'])(
    'leaves sign-in possible if it contains %s, and counts on',
    async (content) => {
      writeFileSync(getAttemptFile(), content);
      expect(await till.staff.signIn('ana', '1111')).toMatchObject({ ok: true });
      await till.staff.signIn('ana', '0000');
      expect(readFileSync(getAttemptFile(), 'utf8')).toContain('"failures":1');
    },
  );

  it('leaves sign-in possible if the disk does not take it', async () => {
    mkdirSync(`${getAttemptFile()}/x`, { recursive: true });
    for (let n = 0; n < 5; n += 1) {
      expect(await till.staff.signIn('ana', '1111')).toMatchObject({ ok: true });
    }
  });
});
