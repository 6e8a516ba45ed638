/**
 * Who may do what, by the contract's own declarations and through the real parts of main: a cashier
 * changes no settings and sees no keys, and what needs a supervisor's PIN is refused without one.
 * A refused call leaves ledger, settings and service as they were.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Approval, type CallName, calls, isPermission } from '../../shared/contract/index.ts';
import { CALL_NAMES, inputSchema } from './fuzz/inputs.ts';
import { ledgerRows } from './fuzz/ledger-watch.ts';
import { asText, secretsIn } from './fuzz/records.ts';
import { type Person, PINS, readAnswer, until } from './fuzz/till.ts';
import { tillWithActs } from './roles.fixture.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

const OWNERS_ONLY = CALL_NAMES.filter((name) => calls[name].access === 'setup');
/** Whose access is an act is tried in `permissions.test.ts`; these ask for a PIN by themselves. */
const APPROVED = CALL_NAMES.filter(
  (name) =>
    'approval' in (inputSchema(name).properties ?? {}) &&
    !isPermission(calls[name].access) &&
    // Also before anybody has signed in; and a count, which takes one only of another's drawer.
    name !== 'staff.releaseLockOut' &&
    // Takes an owner's, and nobody else's.
    name !== 'recovery.make' &&
    name !== 'cash.count',
);

const at = tillWithActs();

interface Refusal {
  readonly what: string;
  readonly approval: Approval | null;
  readonly problem: object;
}

const notAllowed = { kind: 'not-allowed', needs: 'supervisor' };
const notThere = { kind: 'not-found', what: 'cashier' };
const REFUSALS: readonly Refusal[] = [
  {
    what: "the cashier's own PIN",
    approval: { cashierId: 'ana', pin: PINS.ana },
    problem: notAllowed,
  },
  {
    what: "a supervisor's PIN under the cashier's name",
    approval: { cashierId: 'ana', pin: PINS.luis },
    problem: notAllowed,
  },
  {
    what: "the cashier's PIN under a supervisor's name",
    approval: { cashierId: 'luis', pin: PINS.ana },
    problem: { kind: 'wrong-pin' },
  },
  {
    what: "an owner's PIN under a supervisor's name",
    approval: { cashierId: 'luis', pin: PINS.carmen },
    problem: { kind: 'wrong-pin' },
  },
  {
    what: 'a supervisor who is not one any more',
    approval: { cashierId: 'dora', pin: PINS.dora },
    problem: notThere,
  },
  {
    what: 'a supervisor whom nobody knows',
    approval: { cashierId: 'nobody', pin: PINS.luis },
    problem: notThere,
  },
  {
    what: "a supervisor's name with a blank beside it",
    approval: { cashierId: ' luis', pin: PINS.luis },
    problem: notThere,
  },
];

/** What must not change: money and paper, the settings, and what the service was asked to do. */
function everything(): unknown {
  return [ledgerRows(), JSON.stringify(at.till.written()), [...at.till.service.money]];
}

it('has a case here for every call that takes an approval', () => {
  expect(Object.keys(at.acts).sort()).toEqual([...APPROVED].sort());
  expect(APPROVED).toContain('payments.cancel');
});

describe.each(APPROVED)('%s', (name) => {
  const act = at.acts[name];
  if (!act) return;
  let input: object;

  beforeAll(async () => {
    input = await act.prepare();
    await at.till.signIn('ana');
  });
  // Wrong PINs cost a wait, and it is the PIN that is tried here.
  beforeEach(at.forgetWrongPins);
  afterEach(() => {
    expect(secretsIn(at.till.said.join('\n'))).toEqual([]);
  });
  afterAll(() => {
    at.till.service.training.setFaults([
      { operation: 'transactions', times: 0, fault: { kind: 'html' } },
    ]);
  });

  const ask = async (approval: unknown, about = input): Promise<unknown> => {
    await until(() => act.isReady?.(about) ?? true);
    return await at.till.call(name, { ...about, approval });
  };
  const quietly = async (work: () => Promise<void>): Promise<void> => {
    const before = everything();
    await work();
    expect(everything()).toEqual(before);
    expect(act.done(input)).toBe(false);
  };

  it.each(REFUSALS)('is refused with $what', async ({ approval, problem }) => {
    await quietly(async () => {
      const answer = await ask(approval);
      expect(answer).toMatchObject({ ok: false, problem });
      expect(secretsIn(asText(answer))).toEqual([]);
    });
  });

  it('is refused without an approval, or with one that is none', async () => {
    await quietly(async () => {
      for (const approval of [undefined, null, {}, 'luis', [], { cashierId: 'luis' }, true]) {
        const answer = await ask(approval);
        expect(answer).toMatchObject({ ok: false });
        expect(['invalid-input', 'not-allowed', 'refund']).toContain(kindOf(answer));
      }
    });
  });

  it('is refused while a wrong PIN is being waited out, whatever is typed', async () => {
    await quietly(async () => {
      const wrong = { cashierId: 'carmen', pin: '0000' };
      for (let times = 0; times < 3; times += 1) {
        expect(kindOf(await ask(wrong))).toBe('wrong-pin');
      }
      const right = { cashierId: 'carmen', pin: PINS.carmen };
      expect(kindOf(await ask(right))).toBe('wait');
    });
  });

  it('is refused to nobody at all, with the right PIN', async () => {
    await at.till.signIn(null);
    await quietly(async () => {
      const approval = { cashierId: 'luis', pin: PINS.luis };
      expect(kindOf(await ask(approval))).toBe('not-signed-in');
    });
    await at.till.signIn('ana');
  });

  it.each(['luis', 'carmen'] as const)('is done with the PIN of %s', async (who: Person) => {
    const mine = who === 'luis' ? input : await act.prepare();
    expect(act.done(mine)).toBe(false);
    expect(await ask({ cashierId: who, pin: PINS[who] }, mine)).toMatchObject({ ok: true });
    expect(act.done(mine)).toBe(true);
    // A PIN for a single act signs nobody in.
    expect(at.till.host.till()?.staff.current()?.id).toBe('ana');
    await at.till.settle();
  });
});

function kindOf(answer: unknown): unknown {
  return Reflect.get(Object(Reflect.get(Object(answer), 'problem')), 'kind');
}

describe('what only an owner may', () => {
  const checkKeys = () => ({
    environment: 'sandbox',
    baseUrl: at.till.service.baseUrl,
    vendor: 'mostrador',
    version: 'v1.6',
    apiKey: 'x',
    secretKey: 'x',
    caFile: `${at.till.folder}/ca.pem`,
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
  /** Inputs that an owner's call would be done with. */
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
    'setup.restore': () => ({ file: `${at.till.folder}/no.tar.zst.age`, recoveryKey: 'none' }),
    'setup.startTraining': () => ({ language: 'es-MX' }),
    'printing.testPrint': () => ({}),
  };

  it('has a case here for every call that a cashier may not make', () => {
    expect(Object.keys(INPUTS).sort()).toEqual([...OWNERS_ONLY].sort());
  });

  describe.each(OWNERS_ONLY)('%s', (name) => {
    it.each([
      [null, { kind: 'not-signed-in' }],
      ['ana', { kind: 'not-allowed', needs: 'owner' }],
      ['luis', { kind: 'not-allowed', needs: 'owner' }],
    ] as const)('is refused to %s', async (who, problem) => {
      await at.till.signIn(who);
      const before = everything();
      const answer = await at.till.call(name, INPUTS[name]?.());
      expect(answer).toEqual({ ok: false, problem });
      expect(everything()).toEqual(before);
      expect(at.till.host.till()?.settings.chainName).toBe('lupita');
    });

    it('is heard from an owner', async () => {
      await at.till.signIn('carmen');
      const answer = await at.till.call(name, INPUTS[name]?.());
      // Keys that are wrong are refused by the service, and a till that has sold by the restore.
      const isHeard =
        readAnswer(answer) !== undefined ||
        ['keys-refused', 'restore'].includes(String(kindOf(answer)));
      expect(isHeard, JSON.stringify(answer)).toBe(true);
      if (at.till.host.till()?.settings.chainName !== 'lupita') await at.till.provision();
    });
  });
});
