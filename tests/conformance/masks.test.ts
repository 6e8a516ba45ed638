/**
 * A mask is only for display. In every flow and version, the service receives, and the till stores
 * and reports, the account number without the mask's literals. The training service refuses all
 * others.
 */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createDailyFileText } from '../../electron/back-office/reconciliation/file/file-text.ts';
import { createLedgerTransactionSource } from '../../electron/back-office/reconciliation/file/index.ts';
import type { Payment } from '../../shared/contract/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import {
  createSale,
  type Flow,
  listFlows,
  listPaymentKinds,
  prepareOrder,
  pressPay,
  type Sale,
} from '../faults/support/cashier.ts';
import { BILLERS, createWorld, type FaultWorld } from '../faults/support/fault-world.ts';
import { createRandom } from '../support/random.ts';

let world: FaultWorld;
afterEach(() => world.close());

/** Sells to the account, typed in this form. */
async function sellTyped(sale: Sale, typedAccount: string): Promise<Payment> {
  const order = await prepareOrder(world, { ...sale, accountNumber: typedAccount });
  if (!order) throw new Error(`no order for ${typedAccount}`);
  expect(order.accountNumber).toBe(sale.accountNumber);
  const payment = await pressPay(world, order);
  await world.advance(30_000);
  const storedPayment = payment && world.till().payments.listViews([payment.id])[0];
  if (!storedPayment) throw new Error(`no payment for ${typedAccount}`);
  return storedPayment;
}

/** Returns the account numbers of the daily file. */
async function readAccountsOfFile(): Promise<readonly string[]> {
  const source = createLedgerTransactionSource(world.till().database);
  let text = '';
  const range = { since: 0, until: 4_000_000_000 };
  for await (const chunk of createDailyFileText(source, range, '20260116').text) text += chunk;
  return text
    .split('\n')
    .filter((line) => line.startsWith('REGISTER'))
    .map((line) => line.split('|')[4] ?? '');
}

/** Literals that may be between the digits of a mask. */
const createLiterals = (digits: number) =>
  fc.array(fc.constantFrom('', '', '', '-', ' ', '(', ') ', '/', '.', 'A', '5', 'x'), {
    minLength: digits + 1,
    maxLength: digits + 1,
  });

/** Puts a literal before each character, and the last one at the end. */
const applyMask = (text: string, maskLiterals: readonly string[]): string =>
  maskLiterals
    .map((sign, index) => sign + (text[index] ?? ''))
    .join('')
    .trim();

describe.each(SERVICE_VERSIONS)('a masked account in %s', (version) => {
  const flows: readonly Flow[] = listFlows(version).filter(
    (flow) => flow === 'linked' || flow === 'drp' || listPaymentKinds(version).includes(flow),
  );

  it.each(flows)(
    '%s: sends, stores and reports a masked account as its bare number',
    async (flow) => {
      world = await createWorld({ version, random: createRandom(`masks ${version} ${flow}`) });
      const { length } = createSale(world, flow, 0).accountNumber;
      const numbers: string[] = [];
      await fc.assert(
        fc.asyncProperty(createLiterals(length), fc.boolean(), async (maskLiterals, isBare) => {
          const sale = createSale(world, flow, numbers.length + 1);
          const number = sale.accountNumber;
          const biller = world.billers.get(sale.billerId);
          if (!biller) throw new Error('no biller');
          world.billers.set(biller.id, {
            ...biller,
            mask: applyMask('9'.repeat(length), maskLiterals),
          });
          const maskedNumber = applyMask(number, maskLiterals);
          const payment = await sellTyped(sale, isBare ? number : maskedNumber);
          expect(payment).toMatchObject({
            state: 'paid',
            accountNumber: number,
            accountShown: maskedNumber,
          });
          numbers.push(number);
          // Both forms are the same account for the duplicate guard.
          const secondOrder = await prepareOrder(world, {
            ...sale,
            accountNumber: isBare ? maskedNumber : number,
          });
          expect(secondOrder?.warnings).toContainEqual(
            expect.objectContaining({ kind: 'looks-like-earlier' }),
          );
        }),
        { numRuns: 4 },
      );
      expect(world.performed().map((payment) => payment.accountNumber)).toEqual(numbers);
      expect([...(await readAccountsOfFile())].sort()).toEqual([...numbers].sort());
      expect(world.violations).toEqual([]);
    },
  );

  it('refuses an account with the literals of its mask with R1', async () => {
    world = await createWorld({ version, random: createRandom(`literals ${version}`) });
    const biller = world.billers.get(BILLERS.partial);
    expect(biller?.mask).toBe('999 999 999 999');
    const account = { billerId: BILLERS.partial, nameOnAccount: null, currency: 'MXN' };
    const consult = await world.finish(() =>
      world.till().service.consult({ ...account, accountNumber: '123 456 851 236' }),
    );
    expect(consult).toMatchObject({ ok: false, problem: { code: 'R1' } });
  });
});
