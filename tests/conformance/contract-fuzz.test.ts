/**
 * Property tests of the contract over the real parts of main: any call with any value, in any
 * order, signed in or not, also from a foreign frame. Each call returns a value or a problem, main
 * survives, and money moves only by a payment that a cashier made from a prepared order.
 */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type CallAccess,
  type CallName,
  calls,
  isPermission,
  PERMISSIONS,
} from '../../shared/contract/index.ts';
import { sampleRows, scaleRuns } from '../support/sampling.ts';
import {
  type CallRecorder,
  createCallRecorder,
  findFault,
  findSecrets,
  findUnexplainedRequests,
  listAnswers,
  type RecordedCall,
  toText,
} from './fuzz/call-recorder.ts';
import {
  ANY_VALUE,
  CALL_NAMES,
  createAnyInput,
  createFittingInput,
  getInputSchema,
} from './fuzz/input-arbitraries.ts';
import { readLedgerRows } from './fuzz/ledger-watch.ts';
import {
  openTestTill,
  type Person,
  PINS,
  ROLES,
  SENDERS,
  type TestTill,
} from './fuzz/test-till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

const WIRE_VERSIONS = ['v1.6', 'v3.mx'] as const;
const PEOPLE: readonly (Person | null)[] = [null, 'ana', 'luis', 'carmen'];
/** Calls with which an owner replaces the till. */
const TILL_REPLACING_CALLS: readonly CallName[] = [
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
const createPrepareStep = (accountNumber: string): Step => ({
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
const createPayStep = (index: number): Step => ({
  name: 'payments.pay',
  input: {
    orderId: `{order:${index}}`,
    cash: { amount: '9000.00', currency: 'MXN' },
    acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
  },
});
const approval = { cashierId: 'luis', pin: PINS.luis };
const cancelStep: Step = {
  name: 'payments.cancel',
  input: { paymentId: '{payment:0}', reason: 'the customer asks', approval },
};

const anyStep = fc.oneof(
  fc
    .constantFrom(...CALL_NAMES)
    .chain((name) => createAnyInput(name).map((input) => ({ name, input }))),
  fc
    .nat({ max: 9999 })
    .map((tail) => createPrepareStep(`12345685${String(tail).padStart(4, '0')}`)),
  fc.nat({ max: 2 }).map(createPayStep),
  fc
    .constantFrom(...CALL_NAMES.filter(hasSubject))
    .chain((name) => createFittingInput(name).map((input) => ({ name, input }))),
  fc.constant(cancelStep),
);
/**
 * The calls of a batch run at once; after some batches the test waits for the service's answers.
 */
const anyOrder = fc.array(
  fc.record({ calls: fc.array(anyStep, { minLength: 1, maxLength: 3 }), waits: fc.boolean() }),
  { minLength: 4, maxLength: 9 },
);
const WHOLE_SALE = [
  { calls: [createPrepareStep('123456850001')], waits: false },
  { calls: [createPayStep(0), createPayStep(0), createPayStep(0)], waits: true },
  { calls: [cancelStep, cancelStep], waits: true },
];

/** Examples that always run, so that some sales succeed whatever is drawn. */
const WHOLE_SALES = Array.from({ length: 6 }, (): ['ana', typeof WHOLE_SALE] => [
  'ana',
  WHOLE_SALE,
]);

const unhandledRejections: unknown[] = [];
const recordRejection = (reason: unknown): number => unhandledRejections.push(reason);

describe.each(WIRE_VERSIONS)('the contract of a till in %s', (version) => {
  let till: TestTill;
  let recorder: CallRecorder;
  let signedIn: Set<string>;

  beforeAll(async () => {
    process.on('unhandledRejection', recordRejection);
    till = await openTestTill(version);
  });
  afterAll(async () => {
    process.off('unhandledRejection', recordRejection);
    await till.close();
  });
  afterEach(() => {
    expect(unhandledRejections).toEqual([]);
  });

  async function startRun(person: Person | null): Promise<void> {
    recorder = createCallRecorder(till);
    till.service.moneyRequests.length = 0;
    till.messages.length = 0;
    await till.signIn(person);
    signedIn = new Set(person === null ? [] : [person]);
  }

  async function recordCall(name: CallName, input: unknown): Promise<RecordedCall> {
    const recordedCall = await recorder.makeCall(name, input);
    const current = till.host.till()?.staff.getCurrentCashier();
    if (current) signedIn.add(current.id);
    return recordedCall;
  }

  /** Asserts what must hold after any sequence of calls, and restores the till. */
  async function assertInvariants(): Promise<void> {
    await till.settle();
    const { calls: recordedCalls } = recorder;
    expect(recordedCalls.map(findFault).filter((fault) => fault !== null)).toEqual([]);
    const getAuthorization = (paymentId: string): string | null =>
      till.host.till()?.payments.listViews([paymentId])[0]?.authorization ?? null;
    expect(
      findUnexplainedRequests(
        recordedCalls,
        till.service.moneyRequests,
        signedIn,
        getAuthorization,
      ),
    ).toEqual([]);
    const answers = recordedCalls.map(({ answer }) => toText(answer));
    expect(findSecrets([...answers, ...till.messages].join('\n'))).toEqual([]);
    const state = await till.call('till.state', {});
    expect(findFault({ name: 'till.state', input: {}, sender: 'ours', answer: state })).toBeNull();
    expect(state).toMatchObject({ ok: true, value: { isSetUp: true, storageProblem: null } });
    if (TILL_REPLACING_CALLS.some((name) => listAnswers(recordedCalls, name).length > 0)) {
      await till.provision();
    }
  }

  describe.each(sampleRows('people', PEOPLE, WIRE_VERSIONS, version))('signed in: %s', (person) => {
    it('returns a value or a problem for any call with any value, and rejects what the role may not do', async () => {
      const inputs = fc.record(
        Object.fromEntries(CALL_NAMES.map((name) => [name, createAnyInput(name)])),
      );
      const order = fc.shuffledSubarray([...CALL_NAMES], { minLength: CALL_NAMES.length });
      await fc.assert(
        fc.asyncProperty(order, inputs, async (names, values) => {
          await startRun(person);
          const wronglyAllowed: string[] = [];
          for (const name of names) {
            const role = getCurrentRole();
            const { answer } = await recordCall(name, values[name]);
            const isReached = !isRejectedEarly(answer);
            if (isReached && !canMakeCall(calls[name].access, role))
              wronglyAllowed.push(`${name} as ${role}`);
          }
          expect(wronglyAllowed).toEqual([]);
          await assertInvariants();
        }),
        { numRuns: scaleRuns(2, 4), endOnFailure: true },
      );
    });
  });

  function getCurrentRole(): string | null {
    return till.host.till()?.staff.getCurrentCashier()?.role ?? null;
  }

  it('pays only what was prepared and paid, for calls in any order and at once', async () => {
    let sentCount = 0;
    let cancelCount = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PEOPLE), anyOrder, async (person, batches) => {
        await startRun(person);
        for (const { calls: batchCalls, waits } of batches) {
          await Promise.all(batchCalls.map(({ name, input }) => recordCall(name, input)));
          if (waits) await till.settle();
        }
        await assertInvariants();
        sentCount += till.service.moneyRequests.length;
        cancelCount += listAnswers(recorder.calls, 'payments.cancel').length;
      }),
      { numRuns: 25, endOnFailure: true, examples: WHOLE_SALES },
    );
    // The property proves something only if some payments succeed.
    expect(sentCount).toBeGreaterThan(0);
    if (version === 'v1.6') expect(cancelCount).toBeGreaterThan(0);
  });

  it('rejects every call from a foreign frame, whoever is signed in', async () => {
    await startRun('carmen');
    const { calls: recordedCalls } = recorder;
    await recordCall('payments.prepare', {
      kind: 'bill',
      billerId: 35,
      accountNumber: '123456859999',
      nameOnAccount: null,
      amount: { amount: '25.00', currency: 'MXN' },
      balanceId: null,
    });
    expect(listAnswers(recordedCalls, 'payments.prepare')).toHaveLength(1);
    const before = [readLedgerRows(), JSON.stringify(till.readSettings())];
    const sender = fc.constantFrom(...SENDERS.slice(1), 'another window' as const);
    const call = fc
      .constantFrom(...CALL_NAMES)
      .chain((name) => fc.tuple(fc.constant(name), fc.oneof(createFittingInput(name), ANY_VALUE)));
    await fc.assert(
      fc.asyncProperty(sender, call, async (senderName, [name, input]) => {
        const recordedCall = await recorder.makeCall(name, input, senderName);
        expect(findFault(recordedCall)).toBeNull();
        expect(findSecrets(toText(recordedCall.answer))).toEqual([]);
      }),
      { numRuns: scaleRuns(200, 400) },
    );
    expect(till.service.moneyRequests).toEqual([]);
    expect([readLedgerRows(), JSON.stringify(till.readSettings())]).toEqual(before);
    expect(getCurrentRole()).toBe(ROLES.carmen);
    await assertInvariants();
  });
});

/** Whether the call is about one payment, paper or bill, or creates a bill. */
function hasSubject(name: CallName): boolean {
  const { properties = {} } = getInputSchema(name);
  const hasSubjectField = ['paymentId', 'jobId', 'billId'].some((field) =>
    Object.hasOwn(properties, field),
  );
  return hasSubjectField || name === 'bills.link' || name === 'payments.consult';
}

const RANK: Readonly<Record<string, number>> = { cashier: 1, supervisor: 2, owner: 3 };

/**
 * Whether a role may make a call of a till that is set up, computed independently of the product.
 */
function canMakeCall(access: CallAccess, role: string | null): boolean {
  if (access === 'anyone') return true;
  const rank = RANK[role ?? ''] ?? 0;
  if (!isPermission(access)) return rank >= (RANK[access === 'setup' ? 'owner' : access] ?? 9);
  const { minRole, grantedBy } = PERMISSIONS[access];
  // `permissions.test.ts` tests whose PIN is accepted.
  return rank >= (RANK[grantedBy === 'role' ? minRole : 'cashier'] ?? 9);
}

/** Whether the call was rejected before its handler ran, for its role or its input. */
function isRejectedEarly(answer: unknown): boolean {
  const problem: unknown = Reflect.get(Object(answer), 'problem');
  const kind: unknown = Reflect.get(Object(problem), 'kind');
  if (kind === 'not-signed-in' || kind === 'invalid-input') return true;
  return kind === 'not-allowed';
}
