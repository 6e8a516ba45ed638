/**
 * The contract under fast-check, over the real parts of main: any call with any value, in any
 * order, signed in or not, from a frame that is not ours. A problem comes back, main lives, and
 * nothing moves money but a payment that a cashier made of an order that was prepared.
 */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Access,
  type CallName,
  calls,
  isPermission,
  PERMISSIONS,
} from '../../shared/contract/index.ts';
import { sampleRows } from '../support/sampling.ts';
import { anything, CALL_NAMES, fitting, inputFor, inputSchema } from './fuzz/inputs.ts';
import { ledgerRows } from './fuzz/ledger-watch.ts';
import {
  answered,
  asText,
  createRecorder,
  findFault,
  type Made,
  type Recorder,
  secretsIn,
  unexplained,
} from './fuzz/records.ts';
import { openTestTill, type Person, PINS, ROLES, SENDERS, type TestTill } from './fuzz/till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

const BOTH_WIRES = ['v1.6', 'v3.mx'] as const;
const PEOPLE: readonly (Person | null)[] = [null, 'ana', 'luis', 'carmen'];
/** An owner may do these, and another till stands there afterwards. */
const MAKES_ANOTHER_TILL: readonly CallName[] = [
  'setup.provision',
  'setup.startTraining',
  'setup.restore',
  'settings.change',
];

interface Step {
  readonly name: CallName;
  readonly input: unknown;
}

const AMOUNT = { amount: '25.00', currency: 'MXN' };
const prepare = (accountNumber: string): Step => ({
  name: 'payments.prepare',
  input: {
    kind: 'bill',
    billerId: 35,
    accountNumber,
    nameOnAccount: null,
    amount: AMOUNT,
    balanceId: null,
  },
});
const pay = (index: number): Step => ({
  name: 'payments.pay',
  input: {
    orderId: `{order:${index}}`,
    cash: { amount: '9000.00', currency: 'MXN' },
    acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
  },
});
const approval = { cashierId: 'luis', pin: PINS.luis };
const cancel: Step = {
  name: 'payments.cancel',
  input: { paymentId: '{payment:0}', reason: 'the customer asks', approval },
};

const anyStep = fc.oneof(
  fc.constantFrom(...CALL_NAMES).chain((name) => inputFor(name).map((input) => ({ name, input }))),
  fc.nat({ max: 9999 }).map((tail) => prepare(`12345685${String(tail).padStart(4, '0')}`)),
  fc.nat({ max: 2 }).map(pay),
  fc
    .constantFrom(...CALL_NAMES.filter(namesSomething))
    .chain((name) => fitting(name).map((input) => ({ name, input }))),
  fc.constant(cancel),
);
/** Those of a batch are made at once; after some, the answers of the service are waited for. */
const anyOrder = fc.array(
  fc.record({ calls: fc.array(anyStep, { minLength: 1, maxLength: 3 }), waits: fc.boolean() }),
  { minLength: 4, maxLength: 9 },
);
const A_WHOLE_SALE = [
  { calls: [prepare('123456850001')], waits: false },
  { calls: [pay(0), pay(0), pay(0)], waits: true },
  { calls: [cancel, cancel], waits: true },
];

/** Whatever is drawn beside them, so many go through. */
const WHOLE_SALES = Array.from({ length: 6 }, (): ['ana', typeof A_WHOLE_SALE] => [
  'ana',
  A_WHOLE_SALE,
]);

const unheard: unknown[] = [];
const hear = (reason: unknown): number => unheard.push(reason);

describe.each(BOTH_WIRES)('the contract of a till in %s', (version) => {
  let till: TestTill;
  let recorder: Recorder;
  let signedIn: Set<string>;

  beforeAll(async () => {
    process.on('unhandledRejection', hear);
    till = await openTestTill(version);
  });
  afterAll(async () => {
    process.off('unhandledRejection', hear);
    await till.close();
  });
  afterEach(() => {
    expect(unheard).toEqual([]);
  });

  async function begin(person: Person | null): Promise<void> {
    recorder = createRecorder(till);
    till.service.money.length = 0;
    till.said.length = 0;
    await till.signIn(person);
    signedIn = new Set(person === null ? [] : [person]);
  }

  async function make(name: CallName, input: unknown): Promise<Made> {
    const one = await recorder.make(name, input);
    const current = till.host.till()?.staff.current();
    if (current) signedIn.add(current.id);
    return one;
  }

  /** What must hold after every order of calls; leaves the till as it was before them. */
  async function judge(): Promise<void> {
    await till.settle();
    const { made } = recorder;
    expect(made.map(findFault).filter((fault) => fault !== null)).toEqual([]);
    const authorizationOf = (paymentId: string): string | null =>
      till.host.till()?.payments.views([paymentId])[0]?.authorization ?? null;
    expect(unexplained(made, till.service.money, signedIn, authorizationOf)).toEqual([]);
    const answers = made.map(({ answer }) => asText(answer));
    expect(secretsIn([...answers, ...till.said].join('\n'))).toEqual([]);
    const state = await till.call('till.state', {});
    expect(findFault({ name: 'till.state', input: {}, sender: 'ours', answer: state })).toBeNull();
    expect(state).toMatchObject({ ok: true, value: { isSetUp: true, storageProblem: null } });
    if (MAKES_ANOTHER_TILL.some((name) => answered(made, name).length > 0)) {
      await till.provision();
    }
  }

  describe.each(sampleRows('people', PEOPLE, BOTH_WIRES, version))('signed in: %s', (person) => {
    it('every call with any value answers a value or a problem, and what its role allows', async () => {
      const inputs = fc.record(
        Object.fromEntries(CALL_NAMES.map((name) => [name, inputFor(name)])),
      );
      const order = fc.shuffledSubarray([...CALL_NAMES], { minLength: CALL_NAMES.length });
      await fc.assert(
        fc.asyncProperty(order, inputs, async (names, values) => {
          await begin(person);
          const reached: string[] = [];
          for (const name of names) {
            const role = roleNow();
            const { answer } = await make(name, values[name]);
            const isReached = !isTurnedAway(answer);
            if (isReached && !mayMake(calls[name].access, role)) reached.push(`${name} as ${role}`);
          }
          expect(reached).toEqual([]);
          await judge();
        }),
        { numRuns: 4, endOnFailure: true },
      );
    });
  });

  function roleNow(): string | null {
    return till.host.till()?.staff.current()?.role ?? null;
  }

  it('any order of calls, also at once, pays only what was prepared and paid', async () => {
    let sent = 0;
    let takenBack = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PEOPLE), anyOrder, async (person, batches) => {
        await begin(person);
        for (const { calls: together, waits } of batches) {
          await Promise.all(together.map(({ name, input }) => make(name, input)));
          if (waits) await till.settle();
        }
        await judge();
        sent += till.service.money.length;
        takenBack += answered(recorder.made, 'payments.cancel').length;
      }),
      { numRuns: 25, endOnFailure: true, examples: WHOLE_SALES },
    );
    // Without some that go through, those that do not would prove nothing.
    expect(sent).toBeGreaterThan(5);
    if (version === 'v1.6') expect(takenBack).toBeGreaterThan(0);
  });

  it('a frame that is not ours reaches nothing, whoever is signed in', async () => {
    await begin('carmen');
    const { made } = recorder;
    await make('payments.prepare', {
      kind: 'bill',
      billerId: 35,
      accountNumber: '123456859999',
      nameOnAccount: null,
      amount: { amount: '25.00', currency: 'MXN' },
      balanceId: null,
    });
    expect(answered(made, 'payments.prepare')).toHaveLength(1);
    const before = [ledgerRows(), JSON.stringify(till.written())];
    const sender = fc.constantFrom(...SENDERS.slice(1), 'another window' as const);
    const call = fc
      .constantFrom(...CALL_NAMES)
      .chain((name) => fc.tuple(fc.constant(name), fc.oneof(fitting(name), anything)));
    await fc.assert(
      fc.asyncProperty(sender, call, async (from, [name, input]) => {
        const one = await recorder.make(name, input, from);
        expect(findFault(one)).toBeNull();
        expect(secretsIn(asText(one.answer))).toEqual([]);
      }),
      { numRuns: 400 },
    );
    expect(till.service.money).toEqual([]);
    expect([ledgerRows(), JSON.stringify(till.written())]).toEqual(before);
    expect(roleNow()).toBe(ROLES.carmen);
    await judge();
  });
});

/** The calls about one payment, paper or bill, and what makes a bill. */
function namesSomething(name: CallName): boolean {
  const { properties = {} } = inputSchema(name);
  const isAbout = ['paymentId', 'jobId', 'billId'].some((field) =>
    Object.hasOwn(properties, field),
  );
  return isAbout || name === 'bills.link' || name === 'payments.consult';
}

const RANK: Readonly<Record<string, number>> = { cashier: 1, supervisor: 2, owner: 3 };

/** Of a till that is set up, in words of our own. */
function mayMake(access: Access, role: string | null): boolean {
  if (access === 'anyone') return true;
  const rank = RANK[role ?? ''] ?? 0;
  if (!isPermission(access)) return rank >= (RANK[access === 'setup' ? 'owner' : access] ?? 9);
  const { least, by } = PERMISSIONS[access];
  // With somebody's PIN: `permissions.test.ts` looks at whose.
  return rank >= (RANK[by === 'role' ? least : 'cashier'] ?? 9);
}

/** Before a handler saw it: for its role, or because it is no JSON. */
function isTurnedAway(answer: unknown): boolean {
  const problem: unknown = Reflect.get(Object(answer), 'problem');
  const kind: unknown = Reflect.get(Object(problem), 'kind');
  if (kind === 'not-signed-in' || kind === 'invalid-input') return true;
  return kind === 'not-allowed';
}
