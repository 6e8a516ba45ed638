import type { ServiceVersion } from '../../shared/contract/index.ts';
import { countFloat } from '../support/count-float.ts';
import { sampleCases } from '../support/sampling.ts';
import {
  expect,
  findAccountWithBalance,
  getTextBeforePlaceholder,
  insertKnownCustomers,
  type KeyboardCashier,
  type LocaleFileKey,
  OWNER,
  type Till,
  test,
} from './support/index.ts';
import { CASH_OUT_BILLER } from './support/payment-flows.ts';

/**
 * The maximum number of keys of a flow, besides the account number and the cash, from the home
 * screen to the home screen or the result. For two bills of one customer see `basket.spec`.
 */
const MAX_KEYS_BY_FLOW = {
  'bill by name': 8,
  'from the recent ones': 5,
  'top-up': 8,
  'top-up again': 5,
  'gift card': 8,
  'cash-out': 7,
  'opening a shift by sum': 4,
  'closing a shift by sum': 4,
} as const;

const PHONE = '5512345678';
const KNOWN_PHONE = '5512345679';
const FLOAT = '500';
const VERSIONS: readonly ServiceVersion[] = ['v1.6', 'v3.mx'];

interface FlowTools {
  readonly counter: KeyboardCashier;
  readonly till: Till;
  /** Types account numbers and sums of cash, which are not counted. */
  readonly typeUncounted: (number: string) => Promise<void>;
}

/** Returns the number of keys of a flow, without those of `typeUncounted`. */
async function countKeys(
  { counter, till }: Pick<FlowTools, 'counter' | 'till'>,
  flow: (tools: FlowTools) => Promise<void>,
): Promise<number> {
  let uncountedKeys = 0;
  const initialKeyCount = counter.getKeyCount();
  await flow({
    counter,
    till,
    typeUncounted: async (number) => {
      uncountedKeys += number.length;
      await counter.type(number);
    },
  });
  return counter.getKeyCount() - initialKeyCount - uncountedKeys;
}

/** Expects this option to be the one that Enter takes. */
const expectSelected = (counter: KeyboardCashier, name: RegExp) =>
  expect(counter.page.getByRole('option', { selected: true })).toContainText(name);

/** Goes from the cash step to the result, which ignores keys at first. */
async function completePayment({ counter }: FlowTools): Promise<void> {
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
  await counter.press('F12');
  await counter.expectQuestion(/^(Listo|Entregue|Pagado)/);
}

/** Calls the next customer; its Enter is the last key of a flow, and counts once. */
async function nextCustomer(counter: KeyboardCashier, keys: number): Promise<number> {
  await counter.goToNextCustomer();
  return keys + 1;
}

for (const version of sampleCases('few keys', VERSIONS, 1)) {
  test.describe(version, () => {
    test.use({
      catalog: 'full',
      provisioning: { version, shifts: 'required', cashOutBillers: [CASH_OUT_BILLER] },
    });

    test('needs no more keys than allowed for each flow', async ({ counter, till }) => {
      const context = { counter, till };
      const getPageText = (key: LocaleFileKey) => getTextBeforePlaceholder('es-MX', key);
      const keysByFlow: Partial<Record<keyof typeof MAX_KEYS_BY_FLOW, number>> = {};
      await counter.signIn(OWNER.name, OWNER.pin);
      await expect(async () => {
        const { lists } = await till.callTill('catalog.state', {});
        expect(lists.filter((list) => list.refreshedAt !== null)).toHaveLength(4);
      }).toPass();

      await test.step('opening a shift by sum', async () => {
        keysByFlow['opening a shift by sum'] = await countKeys(
          context,
          async ({ typeUncounted }) => {
            await counter.press('F7');
            await counter.expectQuestion(getPageText('backOffice.title'));
            await counter.press('Enter');
            await counter.expectQuestion(getPageText('shift.title'));
            await counter.press('Enter');
            await counter.expectQuestion(getPageText('shift.openTitle'));
            await typeUncounted(FLOAT);
            await counter.press('Enter');
            await counter.expectText(getPageText('shift.payIn'));
          },
        );
        await counter.press('F2');
        await counter.expectQuestion(getPageText('home.title'));
      });

      await test.step('bill by name', async () => {
        const keys = await countKeys(context, async (tools) => {
          await counter.type('cfe');
          await expectSelected(counter, /Comisión/);
          await counter.press('Enter');
          await counter.expectText(counter.getText('pay.account.account_number'));
          await tools.typeUncounted('501000000007');
          await counter.press('Enter');
          await completePayment(tools);
        });
        keysByFlow['bill by name'] = await nextCustomer(counter, keys);
      });

      await test.step('top-up', async () => {
        const keys = await countKeys(context, async (tools) => {
          await counter.press('F3');
          await counter.expectQuestion(getPageText('choose.title.top-up'));
          await expectSelected(counter, /Telcel/);
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.account.title.top-up'));
          await tools.typeUncounted(PHONE);
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.repeat.title'));
          await tools.typeUncounted(PHONE);
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
          await counter.press('Enter');
          await completePayment(tools);
        });
        keysByFlow['top-up'] = await nextCustomer(counter, keys);
      });

      await test.step('gift card', async () => {
        const keys = await countKeys(context, async (tools) => {
          await counter.press('F4');
          await counter.expectQuestion(getPageText('choose.title.gift-card'));
          await counter.page.getByRole('option', { selected: true }).waitFor();
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.account.title.gift-card'));
          await tools.typeUncounted(PHONE);
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.offer.title.gift-card'));
          await counter.press('Enter');
          await completePayment(tools);
        });
        keysByFlow['gift card'] = await nextCustomer(counter, keys);
      });

      await test.step('cash-out', async () => {
        await countFloat(till.callTill);
        const keys = await countKeys(context, async ({ typeUncounted }) => {
          await counter.press('F5');
          await counter.expectQuestion(getPageText('choose.title.cash-out'));
          await counter.expectText('Banco Azul');
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.account.title.cash-out'));
          await typeUncounted('1234567812341234');
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.offer.title.cash-out'));
          await typeUncounted('300');
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.confirm.title.cash-out'));
          await counter.press('F12');
          await counter.expectQuestion(counter.getText('pay.cashOut.handOver'));
        });
        // F11 is pressed until the result accepts keys, and counts once.
        await expect(async () => {
          await counter.press('F11');
          await expect(counter.page.getByRole('heading', { level: 1 })).toContainText(
            counter.getText('pay.cashOut.done'),
            { timeout: 1_000 },
          );
        }).toPass();
        keysByFlow['cash-out'] = await nextCustomer(counter, keys + 1);
      });

      await test.step('returning customers', async () => {
        const findBillerId = async (text: string, kind: 'utility' | 'top-up') => {
          const [match] = await till.callTill('catalog.search', { text, kinds: [kind], limit: 1 });
          return match?.biller.id ?? 0;
        };
        const billerId = await findBillerId('cfe', 'utility');
        const account = await findAccountWithBalance(till, billerId);
        const topUp = { billerId: await findBillerId('telcel', 'top-up'), phone: KNOWN_PHONE };
        await till.stop();
        insertKnownCustomers(till.profile, { bill: { billerId, account }, topUp });
        await till.start();
        await counter.signIn(OWNER.name, OWNER.pin);
        await counter.expectText(getPageText('customers.recent'));

        const recentKeys = await countKeys(context, async (tools) => {
          await counter.press('ArrowDown');
          await expectSelected(counter, /CFE/);
          await counter.press('Enter');
          await completePayment(tools);
        });
        keysByFlow['from the recent ones'] = await nextCustomer(counter, recentKeys);

        const repeatedKeys = await countKeys(context, async (tools) => {
          await tools.typeUncounted(KNOWN_PHONE);
          await expectSelected(counter, /Telcel/);
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
          await counter.press('Enter');
          await completePayment(tools);
        });
        keysByFlow['top-up again'] = await nextCustomer(counter, repeatedKeys);
      });

      await test.step('closing a shift by sum', async () => {
        const { shift } = await till.callTill('cash.state', {});
        const { report } = await till.callTill('cash.xReport', {
          shiftId: shift?.id ?? '',
          approval: null,
        });
        const [pesos] = report.money;
        keysByFlow['closing a shift by sum'] = await countKeys(
          context,
          async ({ typeUncounted }) => {
            await counter.press('F7');
            await counter.expectQuestion(getPageText('backOffice.title'));
            await counter.press('Enter');
            await counter.expectQuestion(getPageText('shift.title'));
            await counter.press('Enter');
            await counter.expectQuestion(getPageText('shift.countTitle'));
            await typeUncounted(pesos?.expected ?? '');
            await counter.press('Enter');
            await counter.expectQuestion(/^Corte Z/);
          },
        );
        expect(await till.callTill('cash.state', {})).toMatchObject({ shift: null });
      });

      // Every flow was counted.
      expect(Object.keys(keysByFlow).sort()).toEqual(Object.keys(MAX_KEYS_BY_FLOW).sort());
      for (const [flow, keys] of Object.entries(keysByFlow)) {
        expect.soft(keys, flow).toBeLessThanOrEqual(Object(MAX_KEYS_BY_FLOW)[flow]);
      }
    });
  });
}
