import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CallName,
  calls,
  fail,
  ok,
  problemSchema,
  type Role,
} from '../../../shared/contract/index.ts';
import { StorageError } from '../../ledger/index.ts';
import { createCallListener } from './index.ts';
import type { AccessState, Handlers } from './types.ts';

interface Sender {
  readonly ours: boolean;
}

const OURS: Sender = { ours: true };
const OWNER = { id: 'ana', name: 'Ana', role: 'owner' } as const;

/** Every call returns `not-found` unless the test overrides its handler. */
function createHandlers(overrides: object): Handlers {
  const refuse = () => fail({ kind: 'not-found', what: 'payment' } as const);
  const defaultHandlers: unknown[][] = Object.keys(calls).map((name) => [name, refuse]);
  return Object.fromEntries([...defaultHandlers, ...Object.entries(overrides)]);
}

function createListener(overrides: object = {}, access: Partial<AccessState> = {}) {
  const logged: { fields: object; message: string }[] = [];
  const log = (fields: object, message: string) => void logged.push({ fields, message });
  let serial = 0;
  const answer = createCallListener<Sender>({
    isTillPage: (event) => event.ours,
    handlers: createHandlers(overrides),
    access: () => ({ cashier: OWNER, isSetUp: true, ...access }),
    log: { info: log, warn: log, error: log },
    createId: () => {
      serial += 1;
      return `reference-${serial}`;
    },
  });
  const call = (name: CallName, input: unknown, event = OURS): Promise<unknown> =>
    answer(event, { name, input });
  return { ask: call, logged, answer };
}

const names = Object.keys(calls) as CallName[];
const isContractResult = (answer: unknown): boolean => {
  const { ok: isOk, problem } = { ok: null, problem: null, ...Object(answer) };
  return isOk === true || (isOk === false && problemSchema.safeParse(problem).success);
};

describe('call registration', () => {
  it.each([
    [{ name: 'payments.payTwice', input: {} }],
    [{ name: 'toString', input: {} }],
    [{ name: ['payments.get'], input: {} }],
    [{ input: {} }],
    ['payments.get'],
    [null],
    [undefined],
  ])('rejects a message that names no call of the contract: %j', async (randomCalls) => {
    await expect(createListener().answer(OURS, randomCalls)).rejects.toThrow('refused');
  });

  it('throws at creation if a call has no handler or a handler has no call', () => {
    expect(() => createListener({ 'payments.pay': undefined })).toThrow(/payments\.pay/);
    expect(() => createListener({ 'payments.payTwice': () => ok({}) })).toThrow(
      /payments\.payTwice/,
    );
  });
});

describe('input', () => {
  it('rejects a call from any sender except our page without running the handler', async () => {
    let runs = 0;
    const { ask: call } = createListener({
      'staff.signOut': () => {
        runs += 1;
        return ok({ cashier: null });
      },
    });
    await expect(call('staff.signOut', {}, { ours: false })).rejects.toThrow('refused');
    expect(runs).toBe(0);
    expect(await call('staff.signOut', {})).toEqual({ ok: true, value: { cashier: null } });
  });

  it('logs the customer screen as the sender of any call that it makes', async () => {
    const logged: object[] = [];
    let runs = 0;
    const answer = createCallListener<{ from: string }>({
      isTillPage: ({ from }) => from === 'page',
      isCustomerScreen: ({ from }) => from === 'customer',
      handlers: createHandlers({
        'staff.names': () => {
          runs += 1;
          return ok([]);
        },
      }),
      access: () => ({ cashier: OWNER, isSetUp: true }),
      log: { info: () => {}, warn: (fields) => void logged.push(fields), error: () => {} },
      createId: () => 'reference',
    });
    for (const name of [...names, 'no.such.call']) {
      await expect(answer({ from: 'customer' }, { name, input: {} })).rejects.toThrow('refused');
    }
    expect(runs).toBe(0);
    expect(logged).toHaveLength(names.length + 1);
    expect(new Set(logged.map((entry) => Reflect.get(entry, 'from')))).toEqual(
      new Set(['customer-screen']),
    );
    await expect(answer({ from: 'nobody' }, { name: 'staff.names' })).rejects.toThrow('refused');
    expect(logged.at(-1)).toEqual({ call: 'staff.names', from: 'stranger' });
  });

  it.each([
    ['payments.get', {}, 'paymentId'],
    ['payments.get', { paymentId: 'a', amount: 1 }, 'amount'],
    ['catalog.search', { text: 'a', kinds: ['utility', 'house'], limit: 5 }, 'kinds.1'],
    [
      'training.setFaults',
      { faults: [{ operation: 'pay', times: -1, fault: { kind: 'html' } }] },
      'faults.0.times',
    ],
    ['payments.get', null, ''],
    ['payments.get', [], ''],
    ['payments.get', { paymentId: 'a'.repeat(65) }, 'paymentId'],
  ] as const)(
    'returns invalid-input for %s with %j and names the field %s',
    async (name, input, field) => {
      const answer = await createListener().ask(name, input);
      expect(answer).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field } });
    },
  );

  it('rejects input that is too deep, cyclic, too large or not JSON', async () => {
    const { ask: call } = createListener();
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const wide = Array.from({ length: 200_000 }, () => 0);
    const sparse: unknown[] = [];
    sparse.length = 4_000_000_000;
    const poisoned: unknown = JSON.parse('{"__proto__": {"role": "owner"}, "paymentId": "a"}');
    const notJsonValues = [
      undefined,
      () => 0,
      1n,
      Number.NaN,
      new Date(),
      new Map(),
      Buffer.from('a'),
    ];
    for (const input of [
      deep,
      cycle,
      wide,
      sparse,
      poisoned,
      'x'.repeat(5_000_000),
      ...notJsonValues,
    ]) {
      for (const value of [input, { paymentId: input }, { faults: input }]) {
        const answer = await call('payments.get', value);
        expect(answer).toMatchObject({ ok: false, problem: { kind: 'invalid-input' } });
      }
    }
  });
});

describe('access', () => {
  const cashier = (role: Role) => ({ id: 'x', name: 'X', role });

  it('allows only public and setup calls before the till is set up', async () => {
    const { ask: call } = createListener({}, { cashier: null, isSetUp: false });
    expect(await call('staff.names', {})).toMatchObject({ problem: { kind: 'not-found' } });
    expect(await call('setup.startTraining', { language: 'en' })).toMatchObject({
      problem: { kind: 'not-found' },
    });
    expect(await call('payments.unresolved', {})).toEqual(fail({ kind: 'not-set-up' }));
  });

  it('requires a signed-in cashier once the till is set up', async () => {
    const { ask: call } = createListener({}, { cashier: null });
    expect(await call('payments.unresolved', {})).toEqual(fail({ kind: 'not-signed-in' }));
    expect(await call('setup.startTraining', { language: 'en' })).toEqual(
      fail({ kind: 'not-signed-in' }),
    );
  });

  it('allows owner calls only to an owner once the till is set up', async () => {
    for (const role of ['cashier', 'supervisor'] as const) {
      const { ask: call } = createListener({}, { cashier: cashier(role) });
      expect(await call('printing.testPrint', {})).toEqual(
        fail({ kind: 'not-allowed', needs: 'owner' }),
      );
      expect(await call('payments.unresolved', {})).toMatchObject({
        problem: { kind: 'not-found' },
      });
    }
    const { ask: call } = createListener({}, { cashier: cashier('owner') });
    expect(await call('printing.testPrint', {})).toMatchObject({ problem: { kind: 'not-found' } });
  });

  it('passes the signed-in cashier to the handler', async () => {
    const contexts: unknown[] = [];
    const { ask: call } = createListener({
      'payments.unresolved': (_input: unknown, context: unknown) => {
        contexts.push(context);
        return ok([]);
      },
    });
    await call('payments.unresolved', {});
    expect(contexts).toEqual([{ cashier: OWNER }]);
  });
});

describe('output', () => {
  it.each([
    ['a field too many', ok({ cashier: null, pinHash: 'scrypt$secret' })],
    ['a field too few', ok({})],
    ['a wrong type', ok({ cashier: 'secret' })],
    ['no result', { cashier: null, secret: 1 }],
    ['nothing', undefined],
    ['an unknown problem', { ok: false, problem: { kind: 'secret' } }],
    ['a problem with a stack', { ok: false, problem: { kind: 'not-signed-in', stack: 'secret' } }],
  ])(
    'returns an internal problem with a reference and leaks nothing if a handler returns %s',
    async (_what, returnValue) => {
      const { ask: call, logged } = createListener({ 'staff.signOut': () => returnValue });
      const answer = await call('staff.signOut', {});
      expect(answer).toEqual(fail({ kind: 'internal', reference: 'reference-1' }));
      expect(logged.at(-1)?.fields).toMatchObject({
        call: 'staff.signOut',
        reference: 'reference-1',
      });
      expect(JSON.stringify(logged)).not.toContain('secret');
    },
  );

  it('returns a problem without a stack if a handler throws', async () => {
    const { ask: call, logged } = createListener({
      'staff.signOut': async () => {
        throw new Error('at /home/ana/till.ts:3');
      },
    });
    expect(await call('staff.signOut', {})).toEqual(
      fail({ kind: 'internal', reference: 'reference-1' }),
    );
    expect(logged).toHaveLength(1);
  });

  it('names an unusable ledger by its file name without the path', async () => {
    const { ask: call } = createListener({
      'staff.signOut': () => {
        throw new StorageError('full', '/home/ana/ledger.sqlite', new Error('disk'));
      },
    });
    expect(await call('staff.signOut', {})).toEqual(
      fail({ kind: 'storage', reason: 'full', file: 'ledger.sqlite' }),
    );
  });
});

it('returns a contract result for any sequence of calls with any input', async () => {
  const candidateHandlers = [
    () => ok({}),
    () => fail({ kind: 'not-signed-in' } as const),
    () => undefined,
    () => {
      throw new Error('no');
    },
    async () => ok([{ id: 'a', name: 'A', role: 'owner' }]),
  ];
  const call = fc.record({
    name: fc.constantFrom(...names),
    input: fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
      fc.jsonValue({ maxDepth: 40 }),
      fc.record({ paymentId: fc.anything(), amount: fc.anything() }),
    ),
    answer: fc.constantFrom(...candidateHandlers),
    role: fc.constantFrom(null, 'cashier', 'supervisor', 'owner'),
    isSetUp: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 8 }), async (randomCalls) => {
      for (const { name, input, answer, role, isSetUp } of randomCalls) {
        const cashier = role === null ? null : { ...OWNER, role };
        const { ask: call } = createListener({ [name]: answer }, { cashier, isSetUp });
        expect(isContractResult(await call(name, input))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
