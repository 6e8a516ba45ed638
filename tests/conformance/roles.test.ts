/**
 * Who may make which call, by the contract's own declarations and through the real parts of main: a
 * cashier changes no settings and sees no keys, and a call that needs a supervisor's PIN is
 * rejected without it. A rejected call changes neither ledger, settings nor service.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Approval, type CallName, calls, isPermission } from '../../shared/contract/index.ts';
import { findSecrets, toText } from './fuzz/call-recorder.ts';
import { CALL_NAMES, getInputSchema } from './fuzz/input-arbitraries.ts';
import { readLedgerRows } from './fuzz/ledger-watch.ts';
import { getAnswerValue, type Person, PINS, waitUntil } from './fuzz/test-till.ts';
import { createRolesFixture } from './roles.fixture.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

const OWNER_CALLS = CALL_NAMES.filter((name) => calls[name].access === 'setup');
/**
 * Calls that ask for a PIN themselves; `permissions.test.ts` tests those whose access is a
 * permission.
 */
const APPROVAL_CALLS = CALL_NAMES.filter(
  (name) =>
    'approval' in (getInputSchema(name).properties ?? {}) &&
    !isPermission(calls[name].access) &&
    // `staff.releaseLockOut` also works before sign-in; `cash.count` takes an approval only for
    // another person's drawer.
    name !== 'staff.releaseLockOut' &&
    // `recovery.createKey` takes only an owner's PIN.
    name !== 'recovery.createKey' &&
    name !== 'cash.count',
);

const fixture = createRolesFixture();

interface Refusal {
  readonly description: string;
  readonly approval: Approval | null;
  readonly problem: object;
}

const notAllowedProblem = { kind: 'not-allowed', needs: 'supervisor' };
const notFoundProblem = { kind: 'not-found', what: 'cashier' };
const REFUSALS: readonly Refusal[] = [
  {
    description: "the cashier's own PIN",
    approval: { cashierId: 'ana', pin: PINS.ana },
    problem: notAllowedProblem,
  },
  {
    description: "a supervisor's PIN under the cashier's name",
    approval: { cashierId: 'ana', pin: PINS.luis },
    problem: notAllowedProblem,
  },
  {
    description: "the cashier's PIN under a supervisor's name",
    approval: { cashierId: 'luis', pin: PINS.ana },
    problem: { kind: 'wrong-pin' },
  },
  {
    description: "an owner's PIN under a supervisor's name",
    approval: { cashierId: 'luis', pin: PINS.carmen },
    problem: { kind: 'wrong-pin' },
  },
  {
    description: 'a supervisor who is not one any more',
    approval: { cashierId: 'dora', pin: PINS.dora },
    problem: notFoundProblem,
  },
  {
    description: 'a supervisor whom nobody knows',
    approval: { cashierId: 'nobody', pin: PINS.luis },
    problem: notFoundProblem,
  },
  {
    description: "a supervisor's name with a blank beside it",
    approval: { cashierId: ' luis', pin: PINS.luis },
    problem: notFoundProblem,
  },
];

/**
 * Returns everything that must not change: money and paper, the settings, and the service's
 * operations.
 */
function getState(): unknown {
  return [
    readLedgerRows(),
    JSON.stringify(fixture.till.readSettings()),
    [...fixture.till.service.moneyRequests],
  ];
}

it('covers every call that takes an approval', () => {
  expect(Object.keys(fixture.acts).sort()).toEqual([...APPROVAL_CALLS].sort());
  expect(APPROVAL_CALLS).toContain('payments.cancel');
});

describe.each(APPROVAL_CALLS)('%s', (name) => {
  const act = fixture.acts[name];
  if (!act) return;
  let input: object;

  beforeAll(async () => {
    input = await act.prepare();
    await fixture.till.signIn('ana');
  });
  // A wrong PIN causes a delay, which is not what these tests are about.
  beforeEach(fixture.forgetWrongPins);
  afterEach(() => {
    expect(findSecrets(fixture.till.messages.join('\n'))).toEqual([]);
  });
  afterAll(() => {
    fixture.till.service.training.setFaults([
      { operation: 'transactions', times: 0, fault: { kind: 'html' } },
    ]);
  });

  const makeCall = async (approval: unknown, callInput = input): Promise<unknown> => {
    await waitUntil(() => act.isReady?.(callInput) ?? true);
    return await fixture.till.call(name, { ...callInput, approval });
  };
  const assertNothingChanges = async (work: () => Promise<void>): Promise<void> => {
    const stateBefore = getState();
    await work();
    expect(getState()).toEqual(stateBefore);
    expect(act.isDone(input)).toBe(false);
  };

  it.each(REFUSALS)('rejects an approval with $what', async ({ approval, problem }) => {
    await assertNothingChanges(async () => {
      const answer = await makeCall(approval);
      expect(answer).toMatchObject({ ok: false, problem });
      expect(findSecrets(toText(answer))).toEqual([]);
    });
  });

  it('rejects a missing or malformed approval', async () => {
    await assertNothingChanges(async () => {
      for (const approval of [undefined, null, {}, 'luis', [], { cashierId: 'luis' }, true]) {
        const answer = await makeCall(approval);
        expect(answer).toMatchObject({ ok: false });
        expect(['invalid-input', 'not-allowed', 'refund']).toContain(getProblemKind(answer));
      }
    });
  });

  it('rejects any PIN during the delay after wrong PINs', async () => {
    await assertNothingChanges(async () => {
      const wrongPin = { cashierId: 'carmen', pin: '0000' };
      for (let times = 0; times < 3; times += 1) {
        expect(getProblemKind(await makeCall(wrongPin))).toBe('wrong-pin');
      }
      const rightPin = { cashierId: 'carmen', pin: PINS.carmen };
      expect(getProblemKind(await makeCall(rightPin))).toBe('wait');
    });
  });

  it('rejects the right PIN with not-signed-in if nobody is signed in', async () => {
    await fixture.till.signIn(null);
    await assertNothingChanges(async () => {
      const approval = { cashierId: 'luis', pin: PINS.luis };
      expect(getProblemKind(await makeCall(approval))).toBe('not-signed-in');
    });
    await fixture.till.signIn('ana');
  });

  it.each(['luis', 'carmen'] as const)(
    'performs the call with the PIN of %s',
    async (personId: Person) => {
      const actInput = personId === 'luis' ? input : await act.prepare();
      expect(act.isDone(actInput)).toBe(false);
      expect(await makeCall({ cashierId: personId, pin: PINS[personId] }, actInput)).toMatchObject({
        ok: true,
      });
      expect(act.isDone(actInput)).toBe(true);
      // A PIN for a single call does not sign its owner in.
      expect(fixture.till.host.till()?.staff.getCurrentCashier()?.id).toBe('ana');
      await fixture.till.settle();
    },
  );
});

function getProblemKind(answer: unknown): unknown {
  return Reflect.get(Object(Reflect.get(Object(answer), 'problem')), 'kind');
}

describe('calls of an owner', () => {
  const checkKeys = () => ({
    environment: 'sandbox',
    baseUrl: fixture.till.service.baseUrl,
    vendor: 'mostrador',
    version: 'v1.6',
    apiKey: 'x',
    secretKey: 'x',
    caFile: `${fixture.till.folder}/ca.pem`,
    proxy: null,
  });
  const provisioning = {
    environment: 'training',
    version: 'v3.mx',
    chainName: 'taken-over',
    posNumber: '66',
    timeZone: 'America/Mexico_City',
    language: 'es-MX',
    shop: { name: 'Another' },
    printer: { kind: 'screen', columns: 42 },
    cashiers: [{ id: 'ana', name: 'Ana', pin: '1111', role: 'owner' }],
  };
  /** Inputs with which an owner's call succeeds. */
  const INPUTS: Readonly<Partial<Record<CallName, () => unknown>>> = {
    'setup.checkKeys': checkKeys,
    'setup.testPrinter': () => ({
      environment: 'sandbox',
      printer: { kind: 'screen', columns: 42 },
      language: 'en',
    }),
    'setup.findPrinters': () => ({}),
    'setup.provision': () => provisioning,
    'setup.checkFile': () => ({ text: JSON.stringify(provisioning) }),
    'setup.restore': () => ({ file: `${fixture.till.folder}/no.tar.zst.age`, recoveryKey: 'none' }),
    'setup.startTraining': () => ({ language: 'es-MX' }),
    'printing.testPrint': () => ({}),
  };

  it('covers every call that only an owner may make', () => {
    expect(Object.keys(INPUTS).sort()).toEqual([...OWNER_CALLS].sort());
  });

  describe.each(OWNER_CALLS)('%s', (name) => {
    it.each([
      [null, { kind: 'not-signed-in' }],
      ['ana', { kind: 'not-allowed', needs: 'owner' }],
      ['luis', { kind: 'not-allowed', needs: 'owner' }],
    ] as const)("rejects the owner's call from %s", async (personId, problem) => {
      await fixture.till.signIn(personId);
      const stateBefore = getState();
      const answer = await fixture.till.call(name, INPUTS[name]?.());
      expect(answer).toEqual({ ok: false, problem });
      expect(getState()).toEqual(stateBefore);
      expect(fixture.till.host.till()?.settings.chainName).toBe('lupita');
    });

    it('accepts the call from an owner', async () => {
      await fixture.till.signIn('carmen');
      const answer = await fixture.till.call(name, INPUTS[name]?.());
      // The service refuses wrong keys, and a restore refuses a till that has sold.
      const isAccepted =
        getAnswerValue(answer) !== undefined ||
        ['keys-refused', 'restore'].includes(String(getProblemKind(answer)));
      expect(isAccepted, JSON.stringify(answer)).toBe(true);
      if (fixture.till.host.till()?.settings.chainName !== 'lupita') await fixture.till.provision();
    });
  });
});
