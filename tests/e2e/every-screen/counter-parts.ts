import { createTestCode } from '../../../shared/bill-codes/bill-code.fixture.ts';
import { fail, ok } from '../../../shared/contract/index.ts';
import { describeProblem } from '../../../shared/i18n/index.ts';
import { openInHistory, openInUnresolvedList, REFUND } from '../dialogs/dialog-context.ts';
import { OWNER, plugInScanner } from '../support/index.ts';
import { goToTelmexCash } from './payment-parts.ts';
import {
  checkProblem,
  checkQuestion,
  getPageText,
  goHome,
  press,
  pressOfferedKey,
  typeAnswers,
  type WalkContext,
  type WalkPart,
} from './walk-context.ts';

const BETO = { name: 'Beto', pin: '2222' } as const;

async function signInAs(context: WalkContext, { name, pin }: { name: string; pin: string }) {
  await context.page.getByRole('option', { name }).press('Enter');
  await context.page.locator('input[type=password]').waitFor();
  await typeAnswers(context, pin);
}

/** The code of a bill of $1 that is due in 2030. */
const createBillCode = (gln: string, reference: string): string =>
  createTestCode({
    gln,
    references: [reference],
    amount: { digits: '0000000001', decimals: 0 },
    dueDate: '2030-01-01',
  });

export const COUNTER_PARTS: readonly WalkPart[] = [
  {
    name: 'the sign-in',
    walk: async (context) => {
      const { page, counter, answers } = context;
      await goHome(context);
      await press(context, 'F10');
      await page.getByRole('option', { name: OWNER.name }).waitFor();
      await checkQuestion(context, 'signIn.question');
      await page.getByRole('option', { name: OWNER.name }).press('Enter');
      await page.locator('input[type=password]').waitFor();
      await checkQuestion(context, 'signIn.pin');
      await pressOfferedKey(context, 'Control+o');
      await page.getByLabel(getPageText('signIn.recover.key'), { exact: true }).waitFor();
      await checkQuestion(context, 'signIn.recover.title');
      await press(context, 'Escape');
      await page.locator('input[type=password]').waitFor();
      await press(context, 'Escape');
      answers.override('staff.signIn', () =>
        fail({ kind: 'locked-out', endsWith: 'supervisor', waitSeconds: null }),
      );
      await signInAs(context, { ...BETO, pin: '9099' });
      await page.locator('[aria-keyshortcuts="Control+S" i]').waitFor();
      await context.checkScreen('a name that is locked out');
      await press(context, 'Escape');
      await page.getByRole('option', { name: OWNER.name }).waitFor();
      answers.replace('staff.signIn', fail({ kind: 'data-key', reason: 'locked' }));
      await signInAs(context, OWNER);
      await counter.expectText(
        describeProblem({ kind: 'data-key', reason: 'locked' }, 'es-MX').title,
      );
      await context.checkScreen('a key ring that is locked');
      // The page sends the same PIN again until the key ring is unlocked.
      answers.restore('staff.signIn');
      await counter.expectQuestion(getPageText('home.title'));
    },
  },
  {
    name: 'a code that was scanned',
    walk: async (context) => {
      await goHome(context);
      const scanner = await plugInScanner(context.page);
      // An account that was never paid: one that was opens its biller.
      await scanner.scan('501000000093');
      await checkQuestion(context, 'home.scanned');
      await press(context, 'Escape');
    },
  },
  {
    name: 'the code of a bill that was scanned',
    walk: async (context) => {
      await goHome(context);
      const scanner = await plugInScanner(context.page);
      await scanner.scan('https://factura.example/?id=7');
      await checkQuestion(context, 'scan.refused.web-address');
      // CFE and its account, amount and date; nothing in it names CFE.
      await scanner.scan('015010000000092612150000005495');
      await checkQuestion(context, 'scan.choose.biller');
      // A biller of the training.
      await scanner.scan(createBillCode('7709998002449', '0586131234'));
      await context.page.locator('input').first().waitFor();
      await context.checkScreen('the account of a scanned bill');
      await scanner.scan(createBillCode('7707181500017', '10003054871234'));
      await checkQuestion(context, 'scan.other.title');
      await press(context, 'Enter');
      await context.counter.expectQuestion(/ETB/);
      await press(context, 'Enter');
      await checkQuestion(context, 'scan.difference.title');
      await goHome(context);
      context.answers.override('billCodes.read', (real) =>
        real.ok && real.value.kind === 'bill'
          ? ok({
              kind: 'bill',
              bill: {
                ...real.value.bill,
                earlierScan: { at: context.payment.createdAt, paymentId: context.payment.id },
              },
            })
          : real,
      );
      await scanner.scan(createBillCode('7707181500017', '10003054871234'));
      await checkQuestion(context, 'scan.repeated.title');
      await goHome(context);
      context.answers.override('billCodes.read', (real) =>
        real.ok && real.value.kind === 'unknown-collector'
          ? ok({ ...real.value, collector: 'EMSA Meta' })
          : real,
      );
      await scanner.scan(createBillCode('7709998005730', '12345678'));
      await checkQuestion(context, 'scan.unknown.titleNamed');
      context.answers.restore('billCodes.read');
      await goHome(context);
      await scanner.scan(createBillCode('7709998005730', '12345678'));
      await checkQuestion(context, 'scan.unknown.title');
      await press(context, 'Escape');
    },
  },
  {
    name: 'the codes that the shop taught',
    walk: async (context) => {
      const { page } = context;
      await goHome(context);
      await press(context, 'F7');
      await page.getByRole('option', { name: getPageText('backOffice.bill-codes') }).press('Enter');
      await checkQuestion(context, 'scan.codes.title');
      await pressOfferedKey(context, 'Insert');
      await checkQuestion(context, 'scan.teach.biller');
      const scanner = await plugInScanner(page);
      await context.counter.type('universidad el bosque');
      await page
        .getByRole('option', { name: /El Bosque/ })
        .first()
        .waitFor();
      await press(context, 'Enter');
      await checkQuestion(context, 'scan.teach.bill');
      for (const reference of ['99123456', '98765432', '97111222']) {
        await scanner.scan(createBillCode('7709998005730', reference));
        await page.getByRole('textbox').waitFor();
        await typeAnswers(context, reference.slice(2));
      }
      await context.checkScreen('the three bills that teach');
      await press(context, 'Enter');
      await checkQuestion(context, 'scan.teach.done');
      await press(context, 'Enter');
      await page.getByRole('option', { name: /El Bosque/ }).press('Enter');
      await page.locator('[aria-keyshortcuts="Delete" i]').waitFor();
      await context.checkScreen('a taught biller');
      await pressOfferedKey(context, 'Delete');
      await page.getByRole('dialog').waitFor();
      await press(context, 'Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'the history',
    walk: async (context) => {
      const { page, counter, answers } = context;
      await goHome(context);
      await press(context, 'F8');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await checkQuestion(context, 'history.title');
      await openInHistory(context, {});
      await context.checkScreen('one payment');
      await pressOfferedKey(context, 'Insert');
      await checkQuestion(context, 'notes.question');
      await typeAnswers(context, 'vino su hija por el recibo');
      await counter.expectText('vino su hija por el recibo');
      await context.checkScreen('a payment with a note');
      await openInHistory(context, { refund: { ...REFUND, amount: context.payment.due } });
      await context.checkScreen('a payment that was given back');
      await pressOfferedKey(context, 'Enter');
      await page.locator('[aria-keyshortcuts="F11" i]').waitFor();
      await context.checkScreen('a refund');
      answers.restore('payments.get');
      await goHome(context);
    },
  },
  {
    name: 'what is not known',
    walk: async (context) => {
      const { counter, answers } = context;
      await goHome(context);
      await press(context, 'F9');
      await counter.expectText(getPageText('unresolved.empty'));
      await checkQuestion(context, 'unresolved.title');
      await openInUnresolvedList(context, { state: 'unclear', canCloseByHand: true });
      await context.checkScreen('unclear');
      await openInUnresolvedList(context, { kind: 'cash-out', handOver: 'paper-first' });
      await context.checkScreen('money that waits for its slip');
      await press(context, 'F9');
      answers.restore('payments.unresolved');
      answers.restore('payments.get');
      await goHome(context);
    },
  },
  {
    name: 'the bills that the shop keeps',
    walk: async (context) => {
      const { page, counter } = context;
      await goHome(context);
      await press(context, 'F6');
      await counter.expectQuestion(getPageText('bills.title'));
      await counter.expectText(getPageText('bills.empty'));
      await checkQuestion(context, 'bills.title');
      await pressOfferedKey(context, 'Insert');
      await page.getByRole('combobox').waitFor();
      await checkQuestion(context, 'bills.linkBiller');
      await page.getByRole('combobox').fill('cfe com');
      await page.getByRole('option', { name: /CFE/ }).first().waitFor();
      await page.getByRole('combobox').focus();
      await press(context, 'Enter');
      await checkQuestion(context, 'bills.linkAccount');
      await typeAnswers(context, '501000000007');
      await counter.expectText(getPageText('bills.refresh'));
      await context.checkScreen('a bill that the shop keeps');
      await press(context, 'Escape');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await context.checkScreen('the bills that the shop keeps');
      await goHome(context);
    },
  },
  {
    name: 'a shift that has to be opened, and a biller that is gone',
    walk: async (context) => {
      const { counter, page, answers } = context;
      await goHome(context);
      for (const problem of [
        { kind: 'shift', reason: 'needed' },
        { kind: 'not-found', what: 'biller' },
      ] as const) {
        answers.override('catalog.biller', () => fail(problem));
        await page.getByRole('combobox').fill('telmex');
        await page
          .getByRole('option', { name: /Telmex/ })
          .first()
          .waitFor();
        await page.getByRole('combobox').focus();
        await press(context, 'Enter');
        await checkProblem(context, problem);
        await press(context, 'Escape');
        await counter.expectQuestion(getPageText('home.title'));
      }
      answers.restore('catalog.biller');
    },
  },
  {
    name: 'a customer taken over',
    walk: async (context) => {
      const { page, counter } = context;
      await goToTelmexCash(context, '8112345631');
      await counter.expectQuestion(getPageText('pay.cash.title'));
      await press(context, 'F10');
      await page.getByRole('option', { name: BETO.name }).waitFor();
      await context.checkScreen('locked');
      await signInAs(context, BETO);
      await page.getByRole('option').nth(1).waitFor();
      await counter.expectQuestion(counter.getText('lock.takeOver'));
      await context.checkScreen('lock.takeOver');
      await page.getByRole('option').nth(1).press('Enter');
      await counter.expectQuestion(getPageText('home.title'));
      await press(context, 'F10');
      await signInAs(context, OWNER);
      await counter.expectQuestion(getPageText('home.title'));
    },
  },
  {
    name: 'a till that cannot sell',
    walk: async (context) => {
      const { counter, answers, page } = context;
      await goHome(context);
      for (const reason of ['damaged', 'in-use'] as const) {
        answers.override('till.state', (real) =>
          real.ok ? { ok: true, value: { ...real.value, storageProblem: reason } } : real,
        );
        answers.triggerRefetch();
        await checkQuestion(context, 'app.storageUnavailable');
      }
      answers.restore('till.state');
      answers.triggerRefetch();
      await counter.expectQuestion(getPageText('home.title'));
      answers.override('till.state', () => fail({ kind: 'internal', reference: 'A1B2' }));
      await page.reload();
      await checkQuestion(context, 'app.problem');
      answers.restore('till.state');
      await press(context, 'Enter');
      await counter.expectQuestion(getPageText('home.title'));
      await page.route('**/assets/screens-*.js', (route) => route.abort());
      await page.reload();
      await checkQuestion(context, 'app.notLoaded');
      await page.unroute('**/assets/screens-*.js');
      await press(context, 'Enter');
      await counter.expectQuestion(getPageText('home.title'));
    },
  },
];
