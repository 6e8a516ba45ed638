import { fail, ok } from '../../../shared/contract/index.ts';
import { countFloat } from '../../support/count-float.ts';
import { TIMESTAMP } from '../dialogs/dialog-context.ts';
import { expect } from '../support/index.ts';
import {
  checkProblem,
  checkQuestion,
  chooseOption,
  getPageText,
  goHome,
  press,
  pressOfferedKey,
  typeAnswers,
  type WalkContext,
  type WalkPart,
} from './walk-context.ts';

async function goToAccount(context: WalkContext, query: string, name: RegExp): Promise<void> {
  await goHome(context);
  await context.counter.find(query, name);
}

export async function goToTelmexCash(
  context: WalkContext,
  account: string,
  amount = '150',
): Promise<void> {
  await goToAccount(context, 'telmex', /Telmex/);
  await typeAnswers(context, account);
  await context.counter.expectQuestion(getPageText('pay.amount.title'));
  await typeAnswers(context, amount);
}

async function payFromCash(context: WalkContext, shouldCheckCash = false): Promise<void> {
  const { counter } = context;
  await counter.expectQuestion(getPageText('pay.cash.title'));
  if (shouldCheckCash) await context.checkScreen('the cash');
  await press(context, 'Enter');
  await counter.expectQuestion(getPageText('pay.confirm.title'));
  await press(context, 'F12');
}

/** Goes from the list of a flow to the account of one of its billers. */
async function chooseBiller(
  context: WalkContext,
  query: string,
  title: Parameters<typeof getPageText>[0],
) {
  const { page } = context;
  await page.getByRole('option').first().waitFor();
  await context.checkScreen(`the list of ${query}`);
  await page.getByRole('combobox').fill(query);
  await page
    .getByRole('option', { name: new RegExp(query, 'i') })
    .first()
    .waitFor();
  await page.getByRole('combobox').focus();
  await press(context, 'Enter');
  await context.counter.expectQuestion(context.counter.getText(title));
}

const UNKNOWN_OUTCOME_FAULTS = [
  { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
  { operation: 'transactions', times: 999, fault: { kind: 'look-up-empty' } },
] as const;
const NO_LOOK_UP_FAULTS = [
  { operation: 'transactions', times: 0, fault: { kind: 'look-up-empty' } },
] as const;

/** The screens of a payment, from the account to the result. */
export const PAYMENT_PARTS: readonly WalkPart[] = [
  {
    name: 'a bill',
    walk: async (context) => {
      const { page, counter, till } = context;
      await goHome(context);
      await counter.expectText(getPageText('lists.fresh'));
      await checkQuestion(context, 'home.title');
      await page.getByRole('combobox').fill('cfe');
      await page.getByRole('option', { name: /CFE/ }).first().waitFor();
      await context.checkScreen('billers found');
      await page.getByRole('combobox').fill('qqqqqq');
      await counter.expectText(getPageText('home.noneMore'));
      await context.checkScreen('nothing found');
      await counter.find('cfe com', /CFE/);
      await checkQuestion(context, 'pay.account.title');
      await typeAnswers(context, '501000000007');
      await counter.expectQuestion(getPageText('pay.cash.title'));
      await counter.type('600');
      await checkQuestion(context, 'pay.cash.title');
      await press(context, 'Enter');
      await checkQuestion(context, 'pay.confirm.title');
      await till.setFaults([...UNKNOWN_OUTCOME_FAULTS]);
      await press(context, 'F12');
      await checkQuestion(context, 'pay.unknown.title');
      await till.setFaults([...NO_LOOK_UP_FAULTS]);
      await expect(async () => {
        await press(context, 'F1');
        await expect(page.getByRole('heading', { level: 1 })).toContainText(
          counter.getText('pay.paid.title'),
          { timeout: 2_000 },
        );
      }).toPass();
      await checkQuestion(context, 'pay.paid.title');
      await counter.goToNextCustomer();
    },
  },
  {
    name: 'a bill that is not paid',
    walk: async (context) => {
      const { counter, answers, till } = context;
      await goToAccount(context, 'cfe com', /CFE/);
      await typeAnswers(context, '501000000004');
      await counter.expectQuestion(/La cuenta no existe en CFE/);
      await context.checkScreen('an account that does not exist');
      answers.override('payments.consult', (real) =>
        real.ok && real.value.amount !== null
          ? { ok: true, value: { ...real.value, amount: { ...real.value.amount, amount: '0.00' } } }
          : real,
      );
      await goToAccount(context, 'cfe com', /CFE/);
      await typeAnswers(context, '501000000007');
      await checkQuestion(context, 'pay.balance.nothingTitle');
      answers.restore('payments.consult');
      await goToTelmexCash(context, '9999999126');
      await payFromCash(context);
      await counter.expectQuestion(getPageText('pay.refused.title'));
      await counter.expectText('R126');
      await context.checkScreen('refused');
      await counter.goToNextCustomer();
      await goToTelmexCash(context, '9999999126', '40000');
      await checkQuestion(context, 'pay.decide.largeTitle');
      await goHome(context);
      await till.setFaults([...NO_LOOK_UP_FAULTS]);
    },
  },
  {
    name: 'the same again',
    walk: async (context) => {
      const { counter } = context;
      await goToTelmexCash(context, '8112345670');
      await payFromCash(context);
      await counter.expectQuestion(counter.getText('receipts.paidExact'));
      await context.checkScreen('paid, without change');
      await counter.goToNextCustomer();
      await goToTelmexCash(context, '8112345670');
      await checkQuestion(context, 'pay.decide.earlierTitle');
      await goHome(context);
    },
  },
  {
    name: 'a top-up, a gift card, and cash handed out',
    walk: async (context) => {
      const { counter, page } = context;
      await goHome(context);
      await press(context, 'F3');
      await counter.expectQuestion(getPageText('choose.title.top-up'));
      await chooseBiller(context, 'telcel', 'pay.account.title.top-up');
      await context.checkScreen('pay.account.title.top-up');
      await typeAnswers(context, '5599999999');
      await checkQuestion(context, 'pay.repeat.title');
      await typeAnswers(context, '5599999998');
      await counter.expectText(counter.getText('pay.repeat.different'));
      await context.checkScreen('two different numbers');
      await typeAnswers(context, '5599999999');
      await checkQuestion(context, 'pay.offer.title.top-up');
      await goHome(context);
      await press(context, 'F4');
      await counter.expectQuestion(getPageText('choose.title.gift-card'));
      await chooseBiller(context, 'amazon', 'pay.account.title.gift-card');
      await typeAnswers(context, '5599999999');
      await checkQuestion(context, 'pay.offer.title.gift-card');
      await press(context, 'Enter');
      await payFromCash(context);
      await counter.expectQuestion(counter.getText('receipts.paidExact'));
      await context.checkScreen('a gift card sold');
      await counter.goToNextCustomer();
      await countFloat(context.till.callTill);
      await press(context, 'F5');
      await counter.expectQuestion(getPageText('choose.title.cash-out'));
      await counter.expectText('Banco Azul');
      await checkQuestion(context, 'choose.title.cash-out');
      await chooseOption(context, 'Banco Azul');
      await counter.expectQuestion(counter.getText('pay.account.title.cash-out'));
      await typeAnswers(context, '1234567812341234');
      await checkQuestion(context, 'pay.offer.title.cash-out');
      await typeAnswers(context, '300');
      await checkQuestion(context, 'pay.confirm.title.cash-out');
      await press(context, 'F12');
      await counter.expectQuestion(counter.getText('pay.cashOut.handOver'));
      await context.checkScreen('money to hand out');
      await expect(async () => {
        await press(context, 'F11');
        await expect(page.getByRole('heading', { level: 1 })).toContainText(
          counter.getText('pay.cashOut.done'),
          { timeout: 2_000 },
        );
      }).toPass();
      await context.checkScreen('money handed out');
      await counter.goToNextCustomer();
    },
  },
  {
    name: 'a top-up whose number is checked',
    walk: async (context) => {
      const { counter, answers } = context;
      answers.override('till.state', (real) =>
        real.ok ? { ok: true, value: { ...real.value, version: 'v1.6' } } : real,
      );
      answers.triggerRefetch();
      const mxn = (amount: string) => ({ amount, currency: 'MXN' }) as const;
      const silentProblem = { kind: 'service-silent', seconds: 60 } as const;
      for (const isRefused of [false, true]) {
        answers.override('payments.checkTopUp', () =>
          isRefused
            ? fail(silentProblem)
            : {
                ok: true,
                value: {
                  received: mxn('30.00'),
                  bonus: mxn('5.00'),
                  total: mxn('35.00'),
                  promotions: ['Redes sociales sin costo'],
                },
              },
        );
        await goHome(context);
        await press(context, 'F3');
        await counter.expectQuestion(getPageText('choose.title.top-up'));
        await context.page.getByRole('combobox').fill('telcel tiempo');
        await context.page
          .getByRole('option', { name: /Telcel/ })
          .first()
          .waitFor();
        await context.page.getByRole('combobox').focus();
        await press(context, 'Enter');
        await counter.expectQuestion(counter.getText('pay.account.title.top-up'));
        await typeAnswers(context, '5599999999');
        await counter.expectQuestion(getPageText('pay.repeat.title'));
        await typeAnswers(context, '5599999999');
        await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
        await press(context, 'End', 'Home', 'ArrowDown', 'Enter');
        if (isRefused) await checkProblem(context, silentProblem);
        else await checkQuestion(context, 'pay.check.title');
      }
      answers.restore('payments.checkTopUp');
      answers.restore('till.state');
      answers.triggerRefetch();
      await goHome(context);
    },
  },
  {
    name: 'a basket',
    walk: async (context) => {
      const { counter, page, till } = context;
      await goToTelmexCash(context, '8112345611', '50');
      await counter.expectQuestion(getPageText('pay.cash.title'));
      await press(context, 'Insert');
      await counter.expectQuestion(getPageText('home.title'));
      await counter.expectText(counter.getText('basket.notice.collectedAction'));
      await context.checkScreen('a basket that has begun');
      await counter.find('telmex', /Telmex/);
      await typeAnswers(context, '8112345612');
      await counter.expectQuestion(getPageText('pay.amount.title'));
      await typeAnswers(context, '51');
      await counter.expectQuestion(
        getPageText('basket.cash.title_other').replace('{{count}}', '2'),
      );
      await counter.type('200');
      await context.checkScreen('the cash of a basket');
      await press(context, 'Enter');
      await counter.expectQuestion(getPageText('pay.confirm.title'));
      await context.checkScreen('confirming a basket');
      await till.setFaults([...UNKNOWN_OUTCOME_FAULTS]);
      await press(context, 'F12');
      await checkQuestion(context, 'basket.waiting.title');
      await till.setFaults([...NO_LOOK_UP_FAULTS]);
      await expect(async () => {
        await press(context, 'F12');
        await expect(page.getByRole('heading', { level: 1 })).toContainText(
          counter.getText('basket.done.title'),
          { timeout: 3_000 },
        );
      }).toPass();
      await context.checkScreen('a basket paid');
      await expect(async () => {
        if (!(await page.getByRole('combobox').isVisible())) await press(context, 'Enter');
        await expect(page.getByRole('combobox')).toBeVisible({ timeout: 1_000 });
      }).toPass();
    },
  },
  {
    name: 'a basket that is gone, and an item that does not go in',
    walk: async (context) => {
      const { counter, answers } = context;
      answers.override('basket.add', () => fail({ kind: 'not-found', what: 'basket' }));
      await goToTelmexCash(context, '8112345621', '50');
      await counter.expectQuestion(getPageText('pay.cash.title'));
      await press(context, 'Insert');
      await checkProblem(context, { kind: 'not-found', what: 'basket' });
      answers.restore('basket.add');
      // Main added the item in spite of the answer.
      await goHome(context);
      await counter.expectText(counter.getText('basket.notice.collectedAction'));
      answers.override('basket.get', () => fail({ kind: 'not-found', what: 'basket' }));
      await pressOfferedKey(context, 'Control+o');
      await checkProblem(context, { kind: 'not-found', what: 'basket' });
      answers.restore('basket.get');
      await goHome(context);
      await pressOfferedKey(context, 'Control+o');
      await counter.expectQuestion(getPageText('basket.cash.title_one').replace('{{count}}', '1'));
      await context.checkScreen('a basket of one');
      const basket = await context.till.callTill('basket.current', {});
      for (const { orderId } of basket?.items ?? [])
        await context.till.callTill('basket.remove', { orderId });
      await goHome(context);
    },
  },
  {
    name: 'what waits for the service, and an old rate',
    walk: async (context) => {
      const { counter, answers, page } = context;
      answers.withhold('payments.consult');
      await goToAccount(context, 'cfe com', /CFE/);
      await typeAnswers(context, '501000000007');
      await checkQuestion(context, 'pay.balance.title');
      answers.restore('payments.consult');
      await press(context, 'Escape');
      answers.override('payments.prepare', (real) =>
        real.ok
          ? ok({ ...real.value, warnings: [{ kind: 'stale-rate', fetchedAt: TIMESTAMP }] })
          : real,
      );
      await goToTelmexCash(context, '8112345641');
      await checkQuestion(context, 'pay.decide.staleTitle');
      answers.restore('payments.prepare');
      await goHome(context);
      answers.withhold('payments.pay');
      await goToTelmexCash(context, '8112345642');
      await payFromCash(context);
      await checkQuestion(context, 'pay.sending.title');
      answers.restore('payments.pay');
      await page.reload();
      await counter.expectQuestion(counter.getText('receipts.paidExact'));
      await counter.goToNextCustomer();
    },
  },
];
