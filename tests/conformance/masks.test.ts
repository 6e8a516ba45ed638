/**
 * A mask is for the eye: in every flow and version the service gets, and the till keeps and reports,
 * the account's number without the mask's literals. The training service refuses all others.
 */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createFileText } from '../../electron/back-office/reconciliation/file/file-text.ts';
import { createLedgerSource } from '../../electron/back-office/reconciliation/file/index.ts';
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
import { BILLERS, createWorld, type FaultWorld } from '../faults/support/world.ts';
import { createRandom } from '../support/random.ts';

let world: FaultWorld;
afterEach(() => world.close());

/** The sale of a customer whose account is typed like this. */
async function paid(sale: Sale, typed: string): Promise<Payment> {
  const order = await prepareOrder(world, { ...sale, accountNumber: typed });
  if (!order) throw new Error(`no order for ${typed}`);
  expect(order.accountNumber).toBe(sale.accountNumber);
  const payment = await pressPay(world, order);
  await world.advance(30_000);
  const known = payment && world.till().payments.views([payment.id])[0];
  if (!known) throw new Error(`no payment for ${typed}`);
  return known;
}

/** The account numbers of the day's file. */
async function inTheFile(): Promise<readonly string[]> {
  const source = createLedgerSource(world.till().database);
  let whole = '';
  const range = { since: 0, until: 4_000_000_000 };
  for await (const piece of createFileText(source, range, '20260116').text) whole += piece;
  return whole
    .split('\n')
    .filter((line) => line.startsWith('REGISTER'))
    .map((line) => line.split('|')[4] ?? '');
}

/** What may stand between the digits of a mask. */
const literals = (digits: number) =>
  fc.array(fc.constantFrom('', '', '', '-', ' ', '(', ') ', '/', '.', 'A', '5', 'x'), {
    minLength: digits + 1,
    maxLength: digits + 1,
  });

/** With that before each character, and the last one behind them all. */
const between = (text: string, signs: readonly string[]): string =>
  signs
    .map((sign, at) => sign + (text[at] ?? ''))
    .join('')
    .trim();

describe.each(SERVICE_VERSIONS)('a masked account in %s', (version) => {
  const flows: readonly Flow[] = listFlows(version).filter(
    (flow) => flow === 'linked' || flow === 'drp' || listPaymentKinds(version).includes(flow),
  );

  it.each(flows)('%s: goes out, is kept and is reported as its bare number', async (flow) => {
    world = await createWorld({ version, random: createRandom(`masks ${version} ${flow}`) });
    const { length } = createSale(world, flow, 0).accountNumber;
    const numbers: string[] = [];
    await fc.assert(
      fc.asyncProperty(literals(length), fc.boolean(), async (signs, isBare) => {
        const sale = createSale(world, flow, numbers.length + 1);
        const number = sale.accountNumber;
        const biller = world.billers.get(sale.billerId);
        if (!biller) throw new Error('no biller');
        world.billers.set(biller.id, { ...biller, mask: between('9'.repeat(length), signs) });
        const shown = between(number, signs);
        const payment = await paid(sale, isBare ? number : shown);
        expect(payment).toMatchObject({
          state: 'paid',
          accountNumber: number,
          accountShown: shown,
        });
        numbers.push(number);
        // The other spelling is the same account: the guard against paying twice knows it.
        const again = await prepareOrder(world, {
          ...sale,
          accountNumber: isBare ? shown : number,
        });
        expect(again?.warnings).toContainEqual(
          expect.objectContaining({ kind: 'looks-like-earlier' }),
        );
      }),
      { numRuns: 4 },
    );
    expect(world.performed().map((one) => one.accountNumber)).toEqual(numbers);
    expect([...(await inTheFile())].sort()).toEqual([...numbers].sort());
    expect(world.violations).toEqual([]);
  });

  it('is refused with R1 by the service where its literals are sent', async () => {
    world = await createWorld({ version, random: createRandom(`literals ${version}`) });
    const known = world.billers.get(BILLERS.partial);
    expect(known?.mask).toBe('999 999 999 999');
    const account = { billerId: BILLERS.partial, nameOnAccount: null, currency: 'MXN' };
    const asked = await world.finish(() =>
      world.till().service.consult({ ...account, accountNumber: '123 456 851 236' }),
    );
    expect(asked).toMatchObject({ ok: false, problem: { code: 'R1' } });
  });
});
