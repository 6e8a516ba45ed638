import { ok } from '../../../shared/contract/index.ts';
import {
  checkQuestion,
  getPageText,
  goHome,
  press,
  typeAnswers,
  type WalkContext,
  type WalkPart,
} from './walk-context.ts';

const DRAWER_SHORT = {
  kind: 'drawer-short',
  available: { amount: '120.00', currency: 'MXN' },
  missing: { amount: '180.00', currency: 'MXN' },
  isFloatCounted: false,
} as const;

/** Opens the first biller that the search finds. */
async function openBiller({ page, counter }: WalkContext, query: string): Promise<void> {
  await page.getByRole('combobox').fill(query);
  await page
    .getByRole('option', { name: new RegExp(query, 'i') })
    .first()
    .waitFor();
  await page.getByRole('combobox').focus();
  await counter.press('Enter');
}

/** The questions that the till asks before a sale goes on. */
export const QUESTION_PARTS: readonly WalkPart[] = [
  {
    name: 'a basket whose customer may have left',
    walk: async (context) => {
      const { counter, till } = context;
      await goHome(context);
      await counter.find('telmex', /Telmex/);
      await typeAnswers(context, '8112345651');
      await counter.expectQuestion(getPageText('pay.amount.title'));
      await typeAnswers(context, '50');
      await counter.expectQuestion(getPageText('pay.cash.title'));
      await press(context, 'Insert');
      await counter.expectQuestion(getPageText('home.title'));
      await press(context, 'F8');
      await counter.expectQuestion(getPageText('history.title'));
      await goHome(context);
      await openBiller(context, 'telmex');
      await checkQuestion(context, 'basket.whose.title');
      const basket = await till.callTill('basket.current', {});
      for (const { orderId } of basket?.items ?? [])
        await till.callTill('basket.remove', { orderId });
      await goHome(context);
    },
  },
  {
    name: 'a gift card whose code only the screen can show',
    walk: async (context) => {
      const { counter, answers } = context;
      answers.override('payments.prepare', (real) =>
        real.ok
          ? ok({ ...real.value, warnings: [{ kind: 'code-on-screen', reason: 'unreachable' }] })
          : real,
      );
      await goHome(context);
      await press(context, 'F4');
      await counter.expectQuestion(getPageText('choose.title.gift-card'));
      await openBiller(context, 'amazon');
      await counter.expectQuestion(counter.getText('pay.account.title.gift-card'));
      await typeAnswers(context, '5599999999');
      await counter.expectQuestion(counter.getText('pay.offer.title.gift-card'));
      await press(context, 'Enter');
      await checkQuestion(context, 'pay.decide.codeTitle');
      answers.restore('payments.prepare');
      await goHome(context);
    },
  },
  {
    name: 'a cash-out above the cash in the drawer',
    walk: async (context) => {
      const { counter, answers } = context;
      answers.override('payments.prepare', (real) =>
        real.ok ? ok({ ...real.value, warnings: [DRAWER_SHORT] }) : real,
      );
      await goHome(context);
      await press(context, 'F5');
      await counter.expectText('Banco Azul');
      await press(context, 'Enter');
      await counter.expectQuestion(counter.getText('pay.account.title.cash-out'));
      await typeAnswers(context, '1234567812341234');
      await counter.expectQuestion(counter.getText('pay.offer.title.cash-out'));
      await typeAnswers(context, '300');
      await checkQuestion(context, 'pay.decide.shortTitle');
      answers.restore('payments.prepare');
      await goHome(context);
    },
  },
];
