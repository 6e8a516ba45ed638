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

/** Every call returns `not-found` unless the test says otherwise. */
function handlersWith(changed: object): Handlers {
  const refuse = () => fail({ kind: 'not-found', what: 'payment' } as const);
  const all: unknown[][] = Object.keys(calls).map((name) => [name, refuse]);
  return Object.fromEntries([...all, ...Object.entries(changed)]);
}

function registrar(changed: object = {}, access: Partial<AccessState> = {}) {
  const logged: { fields: object; message: string }[] = [];
  const note = (fields: object, message: string) => void logged.push({ fields, message });
  let serial = 0;
  const answer = createCallListener<Sender>({
    isTillPage: (event) => event.ours,
    handlers: handlersWith(changed),
    access: () => ({ cashier: OWNER, isSetUp: true, ...access }),
    log: { info: note, warn: note, error: note },
    newId: () => {
      serial += 1;
      return `reference-${serial}`;
    },
  });
  const ask = (name: CallName, input: unknown, event = OURS): Promise<unknown> =>
    answer(event, { name, input });
  return { ask, logged, answer };
}

const names = Object.keys(calls) as CallName[];
const isResult = (answer: unknown): boolean => {
  const { ok: isOk, problem: found } = { ok: null, problem: null, ...Object(answer) };
  return isOk === true || (isOk === false && problemSchema.safeParse(found).success);
};

describe('registering', () => {
  it.each([
    [{ name: 'payments.payTwice', input: {} }],
    [{ name: 'toString', input: {} }],
    [{ name: ['payments.get'], input: {} }],
    [{ input: {} }],
    ['payments.get'],
    [null],
    [undefined],
  ])('throws back what names no call of the contract: %j', async (asked) => {
    await expect(registrar().answer(OURS, asked)).rejects.toThrow('refused');
  });

  it('fails the start when a call has no handler, or a handler no call', () => {
    expect(() => registrar({ 'payments.pay': undefined })).toThrow(/payments\.pay/);
    expect(() => registrar({ 'payments.payTwice': () => ok({}) })).toThrow(/payments\.payTwice/);
  });
});

describe('what comes in', () => {
  it('throws back a call from any sender but our page, and runs nothing', async () => {
    let runs = 0;
    const { ask } = registrar({
      'staff.signOut': () => {
        runs += 1;
        return ok({ cashier: null });
      },
    });
    await expect(ask('staff.signOut', {}, { ours: false })).rejects.toThrow('refused');
    expect(runs).toBe(0);
    expect(await ask('staff.signOut', {})).toEqual({ ok: true, value: { cashier: null } });
  });

  it('says in the log that a call came from the customer’s screen, whichever call it is', async () => {
    const logged: object[] = [];
    let runs = 0;
    const answer = createCallListener<{ from: string }>({
      isTillPage: ({ from }) => from === 'page',
      isCustomerScreen: ({ from }) => from === 'customer',
      handlers: handlersWith({
        'staff.names': () => {
          runs += 1;
          return ok([]);
        },
      }),
      access: () => ({ cashier: OWNER, isSetUp: true }),
      log: { info: () => {}, warn: (fields) => void logged.push(fields), error: () => {} },
      newId: () => 'reference',
    });
    for (const name of [...names, 'no.such.call']) {
      await expect(answer({ from: 'customer' }, { name, input: {} })).rejects.toThrow('refused');
    }
    expect(runs).toBe(0);
    expect(logged).toHaveLength(names.length + 1);
    expect(new Set(logged.map((one) => Reflect.get(one, 'from')))).toEqual(
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
  ] as const)('%s with %j names the field %s', async (name, input, field) => {
    const answer = await registrar().ask(name, input);
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field } });
  });

  it('survives what is deep, endless, huge or not JSON at all', async () => {
    const { ask } = registrar();
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const wide = Array.from({ length: 200_000 }, () => 0);
    const sparse: unknown[] = [];
    sparse.length = 4_000_000_000;
    const poisoned: unknown = JSON.parse('{"__proto__": {"role": "owner"}, "paymentId": "a"}');
    const others = [undefined, () => 0, 1n, Number.NaN, new Date(), new Map(), Buffer.from('a')];
    for (const input of [deep, cycle, wide, sparse, poisoned, 'x'.repeat(5_000_000), ...others]) {
      for (const value of [input, { paymentId: input }, { faults: input }]) {
        const answer = await ask('payments.get', value);
        expect(answer).toMatchObject({ ok: false, problem: { kind: 'invalid-input' } });
      }
    }
  });
});

describe('access', () => {
  const cashier = (role: Role) => ({ id: 'x', name: 'X', role });

  it('lets anyone make the calls for anyone, and nobody else before the till is set up', async () => {
    const { ask } = registrar({}, { cashier: null, isSetUp: false });
    expect(await ask('staff.names', {})).toMatchObject({ problem: { kind: 'not-found' } });
    expect(await ask('setup.startTraining', { language: 'en' })).toMatchObject({
      problem: { kind: 'not-found' },
    });
    expect(await ask('payments.unresolved', {})).toEqual(fail({ kind: 'not-set-up' }));
  });

  it('asks for a cashier once the till is set up', async () => {
    const { ask } = registrar({}, { cashier: null });
    expect(await ask('payments.unresolved', {})).toEqual(fail({ kind: 'not-signed-in' }));
    expect(await ask('setup.startTraining', { language: 'en' })).toEqual(
      fail({ kind: 'not-signed-in' }),
    );
  });

  it('keeps the setting-up for an owner afterwards', async () => {
    for (const role of ['cashier', 'supervisor'] as const) {
      const { ask } = registrar({}, { cashier: cashier(role) });
      expect(await ask('printing.testPrint', {})).toEqual(
        fail({ kind: 'not-allowed', needs: 'owner' }),
      );
      expect(await ask('payments.unresolved', {})).toMatchObject({
        problem: { kind: 'not-found' },
      });
    }
    const { ask } = registrar({}, { cashier: cashier('owner') });
    expect(await ask('printing.testPrint', {})).toMatchObject({ problem: { kind: 'not-found' } });
  });

  it('hands the handler who asked', async () => {
    const seen: unknown[] = [];
    const { ask } = registrar({
      'payments.unresolved': (_input: unknown, context: unknown) => {
        seen.push(context);
        return ok([]);
      },
    });
    await ask('payments.unresolved', {});
    expect(seen).toEqual([{ cashier: OWNER }]);
  });
});

describe('what goes out', () => {
  it.each([
    ['a field too many', ok({ cashier: null, pinHash: 'scrypt$secret' })],
    ['a field too few', ok({})],
    ['a wrong type', ok({ cashier: 'secret' })],
    ['no result', { cashier: null, secret: 1 }],
    ['nothing', undefined],
    ['an unknown problem', { ok: false, problem: { kind: 'secret' } }],
    ['a problem with a stack', { ok: false, problem: { kind: 'not-signed-in', stack: 'secret' } }],
  ])('answers %s with a reference, and leaks nothing', async (_what, answered) => {
    const { ask, logged } = registrar({ 'staff.signOut': () => answered });
    const answer = await ask('staff.signOut', {});
    expect(answer).toEqual(fail({ kind: 'internal', reference: 'reference-1' }));
    expect(logged.at(-1)?.fields).toMatchObject({
      call: 'staff.signOut',
      reference: 'reference-1',
    });
    expect(JSON.stringify(logged)).not.toContain('secret');
  });

  it('turns what a handler throws into a problem without a stack', async () => {
    const { ask, logged } = registrar({
      'staff.signOut': async () => {
        throw new Error('at /home/ana/till.ts:3');
      },
    });
    expect(await ask('staff.signOut', {})).toEqual(
      fail({ kind: 'internal', reference: 'reference-1' }),
    );
    expect(logged).toHaveLength(1);
  });

  it('names a ledger that cannot be used, by its file name alone', async () => {
    const { ask } = registrar({
      'staff.signOut': () => {
        throw new StorageError('full', '/home/ana/ledger.sqlite', new Error('disk'));
      },
    });
    expect(await ask('staff.signOut', {})).toEqual(
      fail({ kind: 'storage', reason: 'full', file: 'ledger.sqlite' }),
    );
  });
});

it('answers any call with any value in any order with a result', async () => {
  const answers = [
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
    answer: fc.constantFrom(...answers),
    role: fc.constantFrom(null, 'cashier', 'supervisor', 'owner'),
    isSetUp: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 8 }), async (asked) => {
      for (const { name, input, answer, role, isSetUp } of asked) {
        const cashier = role === null ? null : { ...OWNER, role };
        const { ask } = registrar({ [name]: answer }, { cashier, isSetUp });
        expect(isResult(await ask(name, input))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
