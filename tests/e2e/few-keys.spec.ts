import type { ServiceVersion } from '../../shared/contract/index.ts';
import { sampleCases } from '../support/sampling.ts';
import { CASH_OUT_BILLER } from './support/flows.ts';
import {
  type Counter,
  expect,
  findAccountWithBalance,
  getText,
  insertKnownCustomers,
  OWNER,
  type PageKey,
  type Till,
  test,
} from './support/index.ts';

/**
 * How many keys a flow takes besides the account number and the cash, from the home screen to the
 * home screen, or to what is said at the end. Two bills of one customer: `basket.spec`.
 */
const MOST = {
  'bill by name': 9,
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

interface AtTheCounter {
  readonly counter: Counter;
  readonly till: Till;
  /** Typed besides the keys that are counted: account numbers and sums of cash. */
  readonly enters: (number: string) => Promise<void>;
}

/** The keys of one flow, without what `enters` typed. */
async function keysOf(
  { counter, till }: Pick<AtTheCounter, 'counter' | 'till'>,
  flow: (at: AtTheCounter) => Promise<void>,
): Promise<number> {
  let entered = 0;
  const before = counter.keys();
  await flow({
    counter,
    till,
    enters: async (number) => {
      entered += number.length;
      await counter.type(number);
    },
  });
  return counter.keys() - before - entered;
}

/** The choice that Enter takes. */
const chosen = (counter: Counter, name: RegExp) =>
  expect(counter.page.getByRole('option', { selected: true })).toContainText(name);

/** From the question for the cash to the end of the payment; a result takes no key at first. */
async function cashAndOn({ counter }: AtTheCounter): Promise<void> {
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
  await counter.press('F12');
  await counter.expectQuestion(/^(Listo|Entregue)/);
}

/** The Enter that calls the next customer is the last key of a flow, and counts once. */
async function nextCustomer(counter: Counter, keys: number): Promise<number> {
  await counter.nextCustomer();
  return keys + 1;
}

async function amountAsked(counter: Counter): Promise<void> {
  await expect(counter.page.getByRole('heading', { level: 1 })).toContainText(
    new RegExp(
      (['pay.amount.title', 'pay.amount.fixedTitle'] as const)
        .map((key) => RegExp.escape(counter.getText(key)))
        .join('|'),
    ),
  );
}

for (const version of sampleCases('few keys', VERSIONS, 1)) {
  test.describe(version, () => {
    test.use({
      provisioning: { version, shifts: 'required', cashOutBillers: [CASH_OUT_BILLER] },
    });

    test('no flow takes more keys than it may', async ({ counter, till }) => {
      const at = { counter, till };
      const es = (key: PageKey) => getText('es-MX', key);
      const counted: Partial<Record<keyof typeof MOST, number>> = {};
      await counter.signIn(OWNER.name, OWNER.pin);
      await expect(async () => {
        const { lists } = await till.callTill('catalog.state', {});
        expect(lists.filter((list) => list.refreshedAt !== null)).toHaveLength(4);
      }).toPass();

      await test.step('opening a shift by sum', async () => {
        counted['opening a shift by sum'] = await keysOf(at, async ({ enters }) => {
          await counter.press('F7');
          await counter.expectQuestion(es('backOffice.title'));
          await counter.press('Enter');
          await counter.expectQuestion(es('shift.title'));
          await counter.press('Enter');
          await counter.expectQuestion(es('shift.openTitle'));
          await enters(FLOAT);
          await counter.press('Enter');
          await counter.expectText(es('shift.payIn'));
        });
        await counter.press('F2');
        await counter.expectQuestion(es('home.title'));
      });

      await test.step('bill by name', async () => {
        const keys = await keysOf(at, async (here) => {
          await counter.type('cfe');
          await chosen(counter, /Comisión/);
          await counter.press('Enter');
          await counter.expectText(counter.getText('pay.account.account_number'));
          await here.enters('501000000007');
          await counter.press('Enter');
          await amountAsked(counter);
          await counter.press('Enter');
          await cashAndOn(here);
        });
        counted['bill by name'] = await nextCustomer(counter, keys);
      });

      await test.step('top-up', async () => {
        const keys = await keysOf(at, async (here) => {
          await counter.press('F3');
          await counter.expectQuestion(es('choose.title.top-up'));
          await chosen(counter, /Telcel/);
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.account.title.top-up'));
          await here.enters(PHONE);
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.repeat.title'));
          await here.enters(PHONE);
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
          await counter.press('Enter');
          await cashAndOn(here);
        });
        counted['top-up'] = await nextCustomer(counter, keys);
      });

      await test.step('gift card', async () => {
        const keys = await keysOf(at, async (here) => {
          await counter.press('F4');
          await counter.expectQuestion(es('choose.title.gift-card'));
          await counter.page.getByRole('option', { selected: true }).waitFor();
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.account.title.gift-card'));
          await here.enters(PHONE);
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.offer.title.gift-card'));
          await counter.press('Enter');
          await cashAndOn(here);
        });
        counted['gift card'] = await nextCustomer(counter, keys);
      });

      await test.step('cash-out', async () => {
        const keys = await keysOf(at, async ({ enters }) => {
          await counter.press('F5');
          await counter.expectQuestion(es('choose.title.cash-out'));
          await counter.expectText('Banco Azul');
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.account.title.cash-out'));
          await enters('1234567812341234');
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.offer.title.cash-out'));
          await enters('300');
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.confirm.title.cash-out'));
          await counter.press('F12');
          await counter.expectQuestion(counter.getText('pay.out.now'));
        });
        // F11 is pressed until the first moment of the result is over, and counts once.
        await expect(async () => {
          await counter.press('F11');
          await expect(counter.page.getByRole('heading', { level: 1 })).toContainText(
            counter.getText('pay.out.done'),
            { timeout: 1_000 },
          );
        }).toPass();
        counted['cash-out'] = await nextCustomer(counter, keys + 1);
      });

      await test.step('customers who come back', async () => {
        const found = async (text: string, kind: 'utility' | 'top-up') => {
          const [first] = await till.callTill('catalog.search', { text, kinds: [kind], limit: 1 });
          return first?.biller.id ?? 0;
        };
        const billerId = await found('cfe', 'utility');
        const account = await findAccountWithBalance(till, billerId);
        const topUp = { billerId: await found('telcel', 'top-up'), phone: KNOWN_PHONE };
        await till.stop();
        insertKnownCustomers(till.profile, { bill: { billerId, account }, topUp });
        await till.start();
        await counter.signIn(OWNER.name, OWNER.pin);
        await counter.expectText(es('customers.recent'));

        const recent = await keysOf(at, async (here) => {
          await counter.press('ArrowDown');
          await chosen(counter, /CFE/);
          await counter.press('Enter');
          await cashAndOn(here);
        });
        counted['from the recent ones'] = await nextCustomer(counter, recent);

        const again = await keysOf(at, async (here) => {
          await here.enters(KNOWN_PHONE);
          await chosen(counter, /Telcel/);
          await counter.press('Enter');
          await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
          await counter.press('Enter');
          await cashAndOn(here);
        });
        counted['top-up again'] = await nextCustomer(counter, again);
      });

      await test.step('closing a shift by sum', async () => {
        const { shift } = await till.callTill('cash.state', {});
        const { report } = await till.callTill('cash.xReport', {
          shiftId: shift?.id ?? '',
          approval: null,
        });
        const [pesos] = report.money;
        counted['closing a shift by sum'] = await keysOf(at, async ({ enters }) => {
          await counter.press('F7');
          await counter.expectQuestion(es('backOffice.title'));
          await counter.press('Enter');
          await counter.expectQuestion(es('shift.title'));
          await counter.press('Enter');
          await counter.expectQuestion(es('shift.countTitle'));
          await enters(pesos?.expected ?? '');
          await counter.press('Enter');
          await counter.expectQuestion(/^Corte Z/);
        });
        expect(await till.callTill('cash.state', {})).toMatchObject({ shift: null });
      });

      // Each was counted, and none is above.
      expect(Object.keys(counted).sort()).toEqual(Object.keys(MOST).sort());
      for (const [flow, keys] of Object.entries(counted)) {
        expect.soft(keys, flow).toBeLessThanOrEqual(Object(MOST)[flow]);
      }
    });
  });
}
