import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceVersion } from '../../../shared/contract/index.ts';
import {
  buildPaymentBody,
  createInProcessTraining,
  type InProcessTraining,
  type TestResponse,
} from '../test-support.ts';
import type { TrainingOptions } from '../training-service.ts';

let till: InProcessTraining;
let opened: InProcessTraining[] = [];
afterEach(() => {
  for (const training of opened) training.close();
  opened = [];
});

function open(options: TrainingOptions = {}): InProcessTraining {
  till = createInProcessTraining(options);
  opened.push(till);
  return till;
}

const UUID = '5a2f0d1e-7f0e-4b8e-9a52-0c1d2e3f4';
const GENERATION_1_FIELDS = [
  ...['id', 'external_id', 'biller_id', 'account_number', 'amount', 'currency', 'created_at'],
  ...['pos_number', 'status'],
];

const getRows = (answer: TestResponse, name: string): Record<string, unknown>[] =>
  JSON.parse(JSON.stringify(answer.json?.[name] ?? null));

/** Pays to different accounts, and returns the answers. */
async function payMany(count: number, options: TrainingOptions = {}): Promise<TestResponse[]> {
  open({ strict: true, ...options });
  const answers: TestResponse[] = [];
  for (let index = 100; index < 100 + count; index += 1) {
    const account_number = String(7_000_000_000 + index);
    const external_id = `${UUID}${index}`;
    const body = { biller_id: 37, account_number, amount: 10, external_id };
    answers.push(
      await till.send('POST', '/single/pay', { version: 'v3.mx', body: buildPaymentBody(body) }),
    );
  }
  return answers;
}

const listTransactions = async (version: ServiceVersion = 'v3.mx') =>
  getRows(
    await till.send(version === 'v1.6' ? 'POST' : 'GET', '/transactions', { version }),
    'transactions',
  );

describe('the strict service', () => {
  it('answers payments in every form that may occur, each payment always in the same', async () => {
    const answers = await payMany(60);
    const bodies = answers.map(({ json }) => json ?? {});
    expect(new Set(bodies.map(({ id }) => typeof id))).toEqual(new Set(['string', 'number']));
    expect(new Set(bodies.map((body) => 'fx_rate' in body))).toEqual(new Set([true, false]));
    expect(new Set(bodies.map((body) => 'biller_id' in body))).toEqual(new Set([true, false]));
    expect(bodies.some((body) => body.external_id !== String(body.external_id).toLowerCase())).toBe(
      true,
    );
    expect(bodies.flatMap(Object.values)).not.toContain(null);
    const texts = answers.map(({ text }) => text);
    expect((await payMany(60)).map(({ text }) => text)).toEqual(texts);
  });

  it('lists rows without a ticket_text and with no field beyond the interface where bare', async () => {
    await payMany(20, { strict: { bareObjects: 100, listsWithoutExternalId: 0 } });
    for (const version of ['v1.6', 'v3.mx'] as const) {
      const rows = await listTransactions(version);
      expect(rows).toHaveLength(20);
      for (const name of rows.flatMap(Object.keys)) expect(GENERATION_1_FIELDS).toContain(name);
    }
  });

  it('lists a share of the lists without any external_id', async () => {
    const countListsWithIds = async (percent: number): Promise<number> => {
      await payMany(1, { strict: { listsWithoutExternalId: percent } });
      let count = 0;
      for (let index = 0; index < 50; index += 1) {
        if ('external_id' in ((await listTransactions())[0] ?? {})) count += 1;
      }
      return count;
    };
    expect(await countListsWithIds(0)).toBe(50);
    expect(await countListsWithIds(100)).toBe(0);
    const some = await countListsWithIds(20);
    expect(some).toBeGreaterThan(30);
    expect(some).toBeLessThan(50);
  });

  it('answers with a status that nobody knows, and lists a known one 2 s later', async () => {
    const [answer] = await payMany(1, {
      strict: { bareObjects: 0, listsWithoutExternalId: 0, unknownStatuses: 100 },
    });
    expect(answer?.json?.status).toBe('queued');
    expect(await listTransactions()).toMatchObject([{ status: 'queued' }]);
    await till.clock.advance(2000);
    expect(await listTransactions()).toMatchObject([{ status: 'sent' }]);
  });

  it('sends a bare bill, account and consult with the fields of the interface only', async () => {
    open({ strict: { bareObjects: 100 } });
    const body = { biller_id: 40, account_number: '501000000007' };
    const bill = await till.send('POST', '/bills', { version: 'v3.mx', body });
    expect({ ...bill.json, id: String(bill.json?.id) }).toEqual({
      id: expect.stringMatching(/^\d+$/),
      ...body,
      balance: 549,
      status: 'linked',
      has_xdata: true,
    });
    expect((await till.send('POST', '/bill/consult', { body })).json).toEqual({
      bill_amount: 549,
      bill_amount_currency: 'MXN',
    });
    expect(Object.keys((await till.send('POST', '/account')).json ?? {})).toEqual([
      'name',
      'balance',
      'minimum_balance',
    ]);
  });

  it('lists some billers without a currency and none with a field that is null', async () => {
    open({ strict: true });
    const rows = getRows(await till.send('POST', '/billers/utilities'), 'billers');
    expect(rows.some((row) => !('currency' in row))).toBe(true);
    expect(rows.some((row) => 'supports_partial_payment' in row)).toBe(true);
    expect(rows.flatMap(Object.values)).not.toContain(null);
  });

  it('always sends the text of a cash-out and of a gift card', async () => {
    open({ strict: { bareObjects: 100 } });
    const cashOut = { biller_id: 20_001, pos_number: '7', cashier_id: 'ana', amount: 100 };
    const account_number = '4000123412341234';
    const answer = await till.send('POST', '/bill/cash_out', {
      body: buildPaymentBody({ ...cashOut, account_number }),
    });
    expect(answer.json).toMatchObject({ ticket_text: expect.stringContaining('RETIRO') });
    const [card] = getRows(await till.send('POST', '/billers/gift_cards'), 'billers').filter(
      ({ currency }) => currency === 'MXN',
    );
    const [amount] = Object(card).available_gift_card_amounts;
    const sale = await till.pay({
      biller_id: card?.id,
      amount: Number(amount),
      account_number: '5512345678',
      external_id: `${UUID}999`,
    });
    expect([sale.status, sale.json]).toMatchObject([201, { ticket_text: expect.any(String) }]);
    expect((await till.pay()).json).not.toHaveProperty('ticket_text');
  });

  it('switches the strict mode on and off while the service runs', async () => {
    open();
    const hasCurrency = async () =>
      'currency' in ((await till.send('POST', '/account')).json ?? {});
    expect(await hasCurrency()).toBe(true);
    till.service.setStrict(true);
    expect(await hasCurrency()).toBe(false);
    till.service.setStrict(false);
    expect(await hasCurrency()).toBe(true);
  });
});

describe('faults of the friendly service', () => {
  it('answers a payment with an unknown status, and lists rows without external_id', async () => {
    open();
    till.service.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'unknown-status' } },
      { operation: 'transactions', times: 1, fault: { kind: 'external-id-left-out' } },
    ]);
    expect((await till.pay()).json?.status).toBe('queued');
    expect((await listTransactions('v1.6'))[0]).not.toHaveProperty('external_id');
    expect((await listTransactions('v1.6'))[0]).toHaveProperty('external_id');
  });

  it('answers 2xx and failed to a payment that it performs and a cancel that it does not', async () => {
    open();
    const fault = { kind: 'failed-status' } as const;
    till.service.setFaults([
      { operation: 'pay', times: 1, fault },
      { operation: 'cancel', times: 1, fault },
    ]);
    const payment = await till.pay();
    expect([payment.status, payment.json?.status]).toEqual([201, 'failed']);
    const { id } = payment.json ?? {};
    const cancel = await till.send('POST', '/transaction/cancel', {
      version: 'v1.6',
      body: { id },
    });
    expect([cancel.status, cancel.json]).toEqual([200, { id, status: 'failed' }]);
    expect(till.service.inspect().transactions).toMatchObject([{ id, status: 'fulfilled' }]);
  });
});
