/**
 * Who may do what, by the contract's own declarations and through the real parts of main: a cashier
 * changes no settings and sees no keys, and what needs a supervisor's PIN is refused without one.
 * A refused call leaves ledger, settings and service as they were.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Approval,
  type Biller,
  type CallName,
  calls,
  isAct,
  type Order,
  type Payment,
  type Tape,
} from '../../shared/contract/index.ts';
import { CALL_NAMES, inputSchema } from './fuzz/inputs.ts';
import { ledgerRows, openLedger } from './fuzz/ledger-watch.ts';
import { asText, givenBy, secretsIn } from './fuzz/records.ts';
import { openTestTill, type Person, PINS, type TestTill, until } from './fuzz/till.ts';

vi.mock('electron-store', () => ({ default: class {} }));
vi.mock('electron', async () => {
  const double = await import('../../electron/shell/electron-double.ts');
  return { ...double, BrowserWindow: double.WindowDouble };
});
vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

const OWNERS_ONLY = CALL_NAMES.filter((name) => calls[name].access === 'setup');
/** Whose access is an act is tried in `acts.test.ts`; these ask for a PIN by themselves. */
const APPROVED = CALL_NAMES.filter(
  (name) =>
    'approval' in (inputSchema(name).properties ?? {}) &&
    !isAct(calls[name].access) &&
    // Also before anybody has signed in; and a count, which takes one only of another's drawer.
    name !== 'staff.releaseLockOut' &&
    name !== 'cash.count',
);

let till: TestTill;
let sold = 0;

beforeAll(async () => {
  till = await openTestTill('v1.6');
  // Dora was a supervisor once.
  await till.provision(['ana', 'luis', 'carmen', 'dora']);
  await till.provision(['ana', 'luis', 'carmen']);
});
afterAll(() => till.close());

async function given<Value>(name: CallName, input: unknown): Promise<Value> {
  const answer = await till.call(name, input);
  const value = givenBy(answer);
  if (value === undefined) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return value as Value;
}

/** A sale by Ana, to an account of its own, with its answer in the ledger. */
async function sell(kind: 'bill' | 'gift-card' | 'cash-out'): Promise<Payment> {
  await till.signIn('ana');
  sold += 1;
  const order = await given<Order>('payments.prepare', {
    kind,
    nameOnAccount: null,
    balanceId: null,
    ...wareOf(kind),
  });
  const { id } = await given<Payment>('payments.pay', {
    orderId: order.id,
    cash: kind === 'cash-out' ? null : order.due,
    acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
  });
  await till.settle();
  await until(() => ['none', 'printed'].includes(viewOf(id).paper));
  return viewOf(id);
}

function wareOf(kind: 'bill' | 'gift-card' | 'cash-out'): object {
  const tail = String(sold).padStart(4, '0');
  if (kind === 'bill') {
    const amount = { amount: '120.00', currency: 'MXN' };
    return { billerId: 35, accountNumber: `12345685${tail}`, amount };
  }
  if (kind === 'cash-out') {
    const amount = { amount: '300.00', currency: 'MXN' };
    return { billerId: 20001, accountNumber: `123456781234${tail}`, amount };
  }
  const [row] = openLedger().prepare("SELECT biller FROM billers WHERE kind = 'gift-card'").all();
  const card: Biller = JSON.parse(String(row?.biller));
  const { amounts, currency, id } = card;
  const [amount = '100.00'] = amounts.kind === 'list' ? amounts.amounts : [];
  return { billerId: id, accountNumber: `559999${tail}`, amount: { amount, currency } };
}

function viewOf(paymentId: string): Payment {
  const [payment] = till.host.till()?.payments.views([paymentId]) ?? [];
  if (!payment) throw new Error('no such payment');
  return payment;
}

/** As if the printer had broken off in the middle of this payment's paper. */
async function breakPaper(paymentId: string): Promise<string> {
  openLedger()
    .prepare("UPDATE print_jobs SET state = 'failed', bytes_sent = 10 WHERE intent_id = ?")
    .run(paymentId);
  const [job] = await given<Tape[]>('printing.ofPayment', { paymentId });
  if (!job) throw new Error('no paper');
  return job.jobId;
}

/** Nobody knows what became of it, and the look-ups do not answer, until long after it was sent. */
async function sellIntoTheDark(): Promise<Payment> {
  const { training } = till.service;
  const times = 100_000;
  training.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } },
    { operation: 'transactions', times, fault: { kind: 'html' } },
  ]);
  const payment = await sell('bill');
  till.clock.jump(30 * 60_000);
  await until(() => viewOf(payment.id).mayCloseByHand);
  return payment;
}

interface Act {
  /** Makes what it is about, and answers its input but for the approval. */
  prepare(): Promise<object>;
  /** Nothing else stands in its way now. */
  isReady?(input: object): boolean;
  /** What is there when it was done. */
  done(input: object): boolean;
}

const idIn = (input: object): string => String(Reflect.get(input, 'paymentId'));
const reason = 'the customer asks';

/** Every call that takes a supervisor's PIN. */
const ACTS: Readonly<Partial<Record<CallName, Act>>> = {
  'payments.cancel': {
    prepare: async () => ({ paymentId: (await sell('bill')).id, reason }),
    done: (input) => viewOf(idIn(input)).cancelledBy !== null,
  },
  'payments.closeByHand': {
    prepare: async () => ({
      paymentId: (await sellIntoTheDark()).id,
      isPaid: false,
      authorization: null,
      reason,
    }),
    // Not while it is being looked up.
    isReady: (input) => {
      const { mayCloseByHand, resolvedAt } = viewOf(idIn(input));
      return mayCloseByHand || resolvedAt !== null;
    },
    done: (input) => viewOf(idIn(input)).state === 'by-hand-not-paid',
  },
  'payments.releaseCash': {
    prepare: async () => {
      const { id } = await sell('cash-out');
      await breakPaper(id);
      return { paymentId: id, reason };
    },
    done: (input) => viewOf(idIn(input)).handOver === 'now',
  },
  'printing.copy': {
    prepare: async () => ({ paymentId: (await sell('gift-card')).id }),
    done: (input) => jobsOf(idIn(input)) === 2,
  },
  'printing.retry': {
    prepare: async () => ({ jobId: await breakPaper((await sell('gift-card')).id) }),
    done: (input) => {
      const found = till.host.till()?.printing.job(String(Reflect.get(input, 'jobId')));
      return found?.ok === true && found.value.state !== 'failed';
    },
  },
};

function jobsOf(paymentId: string): number {
  return till.host.till()?.printing.ofPayment(paymentId).length ?? 0;
}

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
  return [ledgerRows(), JSON.stringify(till.written()), [...till.service.money]];
}

it('has a case here for every call that takes an approval', () => {
  expect(Object.keys(ACTS).sort()).toEqual([...APPROVED].sort());
  expect(APPROVED).toContain('payments.cancel');
});

describe.each(APPROVED)('%s', (name) => {
  const act = ACTS[name];
  if (!act) return;
  let input: object;

  beforeAll(async () => {
    input = await act.prepare();
    await till.signIn('ana');
  });
  beforeEach(() => {
    // Wrong PINs cost a wait, and it is the PIN that is tried here.
    till.clock.jump(301_000);
  });
  afterEach(() => {
    expect(secretsIn(till.said.join('\n'))).toEqual([]);
  });
  afterAll(() => {
    till.service.training.setFaults([
      { operation: 'transactions', times: 0, fault: { kind: 'html' } },
    ]);
  });

  const ask = async (approval: unknown, about = input): Promise<unknown> => {
    await until(() => act.isReady?.(about) ?? true);
    return await till.call(name, { ...about, approval });
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
        expect(['invalid-input', 'not-allowed']).toContain(kindOf(answer));
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
    await till.signIn(null);
    await quietly(async () => {
      const approval = { cashierId: 'luis', pin: PINS.luis };
      expect(kindOf(await ask(approval))).toBe('not-signed-in');
    });
    await till.signIn('ana');
  });

  it.each(['luis', 'carmen'] as const)('is done with the PIN of %s', async (who: Person) => {
    const mine = who === 'luis' ? input : await act.prepare();
    expect(act.done(mine)).toBe(false);
    expect(await ask({ cashierId: who, pin: PINS[who] }, mine)).toMatchObject({ ok: true });
    expect(act.done(mine)).toBe(true);
    // A PIN for a single act signs nobody in.
    expect(till.host.till()?.staff.current()?.id).toBe('ana');
    await till.settle();
  });
});

function kindOf(answer: unknown): unknown {
  return Reflect.get(Object(Reflect.get(Object(answer), 'problem')), 'kind');
}

describe('what only an owner may', () => {
  const checkKeys = () => ({
    environment: 'sandbox',
    baseUrl: till.service.baseUrl,
    vendor: 'mostrador',
    version: 'v1.6',
    apiKey: 'x',
    secretKey: 'x',
    caFile: `${till.folder}/ca.pem`,
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
    'setup.testPrinter': () => ({ printer: { kind: 'screen', columns: 42 }, language: 'en' }),
    'setup.provision': () => provisioning,
    'setup.checkFile': () => ({ text: JSON.stringify(provisioning) }),
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
      await till.signIn(who);
      const before = everything();
      const answer = await till.call(name, INPUTS[name]?.());
      expect(answer).toEqual({ ok: false, problem });
      expect(everything()).toEqual(before);
      expect(till.host.till()?.settings.chainName).toBe('lupita');
    });

    it('is heard from an owner', async () => {
      await till.signIn('carmen');
      const answer = await till.call(name, INPUTS[name]?.());
      // Keys that are wrong are refused by the service: it was asked.
      const isHeard = givenBy(answer) !== undefined || kindOf(answer) === 'keys-refused';
      expect(isHeard, JSON.stringify(answer)).toBe(true);
      if (till.host.till()?.settings.chainName !== 'lupita') await till.provision();
    });
  });
});
