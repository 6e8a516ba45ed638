import { fail, ok } from '../../../shared/contract/index.ts';
import { AT, inHistory, REFUND, unresolved } from '../dialogs/desk.ts';
import { expect, OWNER, plugInScanner } from '../support/index.ts';
import {
  answer,
  choose,
  es,
  goHome,
  key,
  lookAtQuestion,
  press,
  type Stretch,
  type Viewer,
} from './viewer.ts';

const BETO = { name: 'Beto', pin: '2222' } as const;

async function toAccount(viewer: Viewer, typed: string, name: RegExp): Promise<void> {
  await goHome(viewer);
  await viewer.counter.find(typed, name);
}

async function telmexToCash(viewer: Viewer, account: string, amount = '150'): Promise<void> {
  await toAccount(viewer, 'telmex', /Telmex/);
  await answer(viewer, account);
  await viewer.counter.expectQuestion(es('pay.amount.title'));
  await answer(viewer, amount);
}

async function cashToResult(viewer: Viewer, looks = false): Promise<void> {
  const { counter } = viewer;
  await counter.expectQuestion(es('pay.cash.title'));
  if (looks) await viewer.look('the cash');
  await press(viewer, 'Enter');
  await counter.expectQuestion(es('pay.confirm.title'));
  await press(viewer, 'F12');
}

/** From the list of a flow to the account of one of its billers. */
async function chooseBiller(viewer: Viewer, typed: string, title: Parameters<typeof es>[0]) {
  const { page } = viewer;
  await page.getByRole('option').first().waitFor();
  await viewer.look(`the list of ${typed}`);
  await page.getByRole('combobox').fill(typed);
  await page
    .getByRole('option', { name: new RegExp(typed, 'i') })
    .first()
    .waitFor();
  await page.getByRole('combobox').focus();
  await press(viewer, 'Enter');
  await viewer.counter.expectQuestion(viewer.counter.getText(title));
}

async function signInAs(viewer: Viewer, { name, pin }: { name: string; pin: string }) {
  await viewer.page.getByRole('option', { name }).press('Enter');
  await viewer.page.locator('input[type=password]').waitFor();
  await answer(viewer, pin);
}

const CUT = [
  { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
  { operation: 'transactions', times: 999, fault: { kind: 'look-up-empty' } },
] as const;
const WELL = [{ operation: 'transactions', times: 0, fault: { kind: 'look-up-empty' } }] as const;

export const AT_THE_COUNTER: readonly Stretch[] = [
  {
    name: 'the sign-in',
    walk: async (viewer) => {
      const { page, counter, told } = viewer;
      await goHome(viewer);
      await press(viewer, 'F10');
      await page.getByRole('option', { name: OWNER.name }).waitFor();
      await lookAtQuestion(viewer, 'signIn.who');
      await page.getByRole('option', { name: OWNER.name }).press('Enter');
      await page.locator('input[type=password]').waitFor();
      await lookAtQuestion(viewer, 'signIn.pin');
      await key(viewer, 'Control+o');
      await page.getByLabel(es('signIn.recover.key'), { exact: true }).waitFor();
      await lookAtQuestion(viewer, 'signIn.recover.title');
      await press(viewer, 'Escape');
      await page.locator('input[type=password]').waitFor();
      await press(viewer, 'Escape');
      told.override('staff.signIn', () =>
        fail({ kind: 'locked-out', endsWith: 'supervisor', waitSeconds: null }),
      );
      await signInAs(viewer, { ...BETO, pin: '9099' });
      await page.locator('[aria-keyshortcuts="Control+S" i]').waitFor();
      await viewer.look('a name that is locked out');
      told.restore('staff.signIn');
      await press(viewer, 'Escape');
      await page.getByRole('option', { name: OWNER.name }).waitFor();
      await signInAs(viewer, OWNER);
      await counter.expectQuestion(es('home.title'));
    },
  },
  {
    name: 'a bill',
    walk: async (viewer) => {
      const { page, counter, till } = viewer;
      await goHome(viewer);
      await counter.expectText(es('lists.fresh'));
      await lookAtQuestion(viewer, 'home.title');
      await page.getByRole('combobox').fill('cfe');
      await page.getByRole('option', { name: /CFE/ }).first().waitFor();
      await viewer.look('billers found');
      await page.getByRole('combobox').fill('qqqqqq');
      await counter.expectText(es('home.noneMore'));
      await viewer.look('nothing found');
      await counter.find('cfe com', /CFE/);
      await lookAtQuestion(viewer, 'pay.account.title');
      await answer(viewer, '501000000007');
      await lookAtQuestion(viewer, 'pay.amount.fixedTitle');
      await press(viewer, 'Enter');
      await counter.expectQuestion(es('pay.cash.title'));
      await counter.type('600');
      await lookAtQuestion(viewer, 'pay.cash.title');
      await press(viewer, 'Enter');
      await lookAtQuestion(viewer, 'pay.confirm.title');
      await till.setFaults([...CUT]);
      await press(viewer, 'F12');
      await lookAtQuestion(viewer, 'pay.unknown.title');
      await till.setFaults([...WELL]);
      await expect(async () => {
        await press(viewer, 'F1');
        await expect(page.getByRole('heading', { level: 1 })).toContainText(
          counter.getText('pay.paid.title'),
          { timeout: 2_000 },
        );
      }).toPass();
      await lookAtQuestion(viewer, 'pay.paid.title');
      await counter.nextCustomer();
    },
  },
  {
    name: 'a bill that is not paid',
    walk: async (viewer) => {
      const { counter, told, till } = viewer;
      await toAccount(viewer, 'cfe com', /CFE/);
      await answer(viewer, '501000000004');
      await lookAtQuestion(viewer, 'pay.balance.failedTitle');
      told.override('payments.consult', (real) =>
        real.ok && real.value.amount !== null
          ? { ok: true, value: { ...real.value, amount: { ...real.value.amount, amount: '0.00' } } }
          : real,
      );
      await toAccount(viewer, 'cfe com', /CFE/);
      await answer(viewer, '501000000007');
      await lookAtQuestion(viewer, 'pay.balance.nothingTitle');
      told.restore('payments.consult');
      await telmexToCash(viewer, '9999999126');
      await cashToResult(viewer);
      await counter.expectQuestion(es('pay.refused.title'));
      await counter.expectText('R126');
      await viewer.look('refused');
      await counter.nextCustomer();
      await telmexToCash(viewer, '9999999126', '40000');
      await lookAtQuestion(viewer, 'pay.decide.largeTitle');
      await goHome(viewer);
      await till.setFaults([...WELL]);
    },
  },
  {
    name: 'the same again',
    walk: async (viewer) => {
      const { counter } = viewer;
      await telmexToCash(viewer, '8112345670');
      await cashToResult(viewer);
      await counter.expectQuestion(counter.getText('receipts.paidExact'));
      await viewer.look('paid, without change');
      await counter.nextCustomer();
      await telmexToCash(viewer, '8112345670');
      await lookAtQuestion(viewer, 'pay.decide.earlierTitle');
      await goHome(viewer);
    },
  },
  {
    name: 'a top-up, a gift card, and cash handed out',
    walk: async (viewer) => {
      const { counter, page } = viewer;
      await goHome(viewer);
      await press(viewer, 'F3');
      await counter.expectQuestion(es('choose.title.top-up'));
      await chooseBiller(viewer, 'telcel', 'pay.account.title.top-up');
      await viewer.look('pay.account.title.top-up');
      await answer(viewer, '5599999999');
      await lookAtQuestion(viewer, 'pay.repeat.title');
      await answer(viewer, '5599999998');
      await counter.expectText(counter.getText('pay.repeat.different'));
      await viewer.look('two different numbers');
      await answer(viewer, '5599999999');
      await lookAtQuestion(viewer, 'pay.offer.title.top-up');
      await goHome(viewer);
      await press(viewer, 'F4');
      await counter.expectQuestion(es('choose.title.gift-card'));
      await chooseBiller(viewer, 'amazon', 'pay.account.title.gift-card');
      await answer(viewer, '5599999999');
      await lookAtQuestion(viewer, 'pay.offer.title.gift-card');
      await press(viewer, 'Enter');
      await cashToResult(viewer);
      await counter.expectQuestion(counter.getText('receipts.paidExact'));
      await viewer.look('a gift card sold');
      await counter.nextCustomer();
      await press(viewer, 'F5');
      await counter.expectQuestion(es('choose.title.cash-out'));
      await counter.expectText('Banco Azul');
      await lookAtQuestion(viewer, 'choose.title.cash-out');
      await choose(viewer, 'Banco Azul');
      await counter.expectQuestion(counter.getText('pay.account.title.cash-out'));
      await answer(viewer, '1234567812341234');
      await lookAtQuestion(viewer, 'pay.offer.title.cash-out');
      await answer(viewer, '300');
      await lookAtQuestion(viewer, 'pay.confirm.title.cash-out');
      await press(viewer, 'F12');
      await counter.expectQuestion(counter.getText('pay.out.now'));
      await viewer.look('money to hand out');
      await expect(async () => {
        await press(viewer, 'F11');
        await expect(page.getByRole('heading', { level: 1 })).toContainText(
          counter.getText('pay.out.done'),
          { timeout: 2_000 },
        );
      }).toPass();
      await viewer.look('money handed out');
      await counter.nextCustomer();
    },
  },
  {
    name: 'a top-up whose number is checked',
    walk: async (viewer) => {
      const { counter, told } = viewer;
      told.override('till.state', (real) =>
        real.ok ? { ok: true, value: { ...real.value, version: 'v1.6' } } : real,
      );
      told.triggerRefetch();
      const mxn = (amount: string) => ({ amount, currency: 'MXN' }) as const;
      for (const isRefused of [false, true]) {
        told.override('payments.checkTopUp', () =>
          isRefused
            ? fail({ kind: 'service-silent', seconds: 60 })
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
        await goHome(viewer);
        await press(viewer, 'F3');
        await counter.expectQuestion(es('choose.title.top-up'));
        await viewer.page.getByRole('combobox').fill('telcel tiempo');
        await viewer.page
          .getByRole('option', { name: /Telcel/ })
          .first()
          .waitFor();
        await viewer.page.getByRole('combobox').focus();
        await press(viewer, 'Enter');
        await counter.expectQuestion(counter.getText('pay.account.title.top-up'));
        await answer(viewer, '5599999999');
        await counter.expectQuestion(es('pay.repeat.title'));
        await answer(viewer, '5599999999');
        await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
        await press(viewer, 'End', 'Home', 'ArrowDown', 'Enter');
        await lookAtQuestion(viewer, isRefused ? 'pay.check.failedTitle' : 'pay.check.title');
      }
      told.restore('payments.checkTopUp');
      told.restore('till.state');
      told.triggerRefetch();
      await goHome(viewer);
    },
  },
  {
    name: 'a basket',
    walk: async (viewer) => {
      const { counter, page, till } = viewer;
      await telmexToCash(viewer, '8112345611', '50');
      await counter.expectQuestion(es('pay.cash.title'));
      await press(viewer, 'Insert');
      await counter.expectQuestion(es('home.title'));
      await counter.expectText(counter.getText('basket.notice.collectedNext'));
      await viewer.look('a basket that has begun');
      await counter.find('telmex', /Telmex/);
      await answer(viewer, '8112345612');
      await counter.expectQuestion(es('pay.amount.title'));
      await answer(viewer, '51');
      await counter.expectQuestion(es('basket.cash.title_other').replace('{{count}}', '2'));
      await counter.type('200');
      await viewer.look('the cash of a basket');
      await press(viewer, 'Enter');
      await counter.expectQuestion(es('pay.confirm.title'));
      await viewer.look('confirming a basket');
      await till.setFaults([...CUT]);
      await press(viewer, 'F12');
      await lookAtQuestion(viewer, 'basket.waiting.title');
      await till.setFaults([...WELL]);
      await expect(async () => {
        await press(viewer, 'F12');
        await expect(page.getByRole('heading', { level: 1 })).toContainText(
          counter.getText('basket.done.title'),
          { timeout: 3_000 },
        );
      }).toPass();
      await viewer.look('a basket paid');
      await expect(async () => {
        if (!(await page.getByRole('combobox').isVisible())) await press(viewer, 'Enter');
        await expect(page.getByRole('combobox')).toBeVisible({ timeout: 1_000 });
      }).toPass();
    },
  },
  {
    name: 'a basket that is gone, and an item that does not go in',
    walk: async (viewer) => {
      const { counter, told } = viewer;
      told.override('basket.add', () => fail({ kind: 'not-found', what: 'basket' }));
      await telmexToCash(viewer, '8112345621', '50');
      await counter.expectQuestion(es('pay.cash.title'));
      await press(viewer, 'Insert');
      await lookAtQuestion(viewer, 'basket.notAdded');
      told.restore('basket.add');
      // Main did put it in.
      await goHome(viewer);
      await counter.expectText(counter.getText('basket.notice.collectedNext'));
      told.override('basket.get', () => fail({ kind: 'not-found', what: 'basket' }));
      await key(viewer, 'Control+o');
      await lookAtQuestion(viewer, 'basket.gone');
      told.restore('basket.get');
      await press(viewer, 'Escape');
      await key(viewer, 'Control+o');
      await counter.expectQuestion(es('basket.cash.title_one').replace('{{count}}', '1'));
      await viewer.look('a basket of one');
      const basket = await viewer.till.callTill('basket.current', {});
      for (const { orderId } of basket?.items ?? [])
        await viewer.till.callTill('basket.remove', { orderId });
      await goHome(viewer);
    },
  },
  {
    name: 'what waits for the service, and an old rate',
    walk: async (viewer) => {
      const { counter, told, page } = viewer;
      told.withhold('payments.consult');
      await toAccount(viewer, 'cfe com', /CFE/);
      await answer(viewer, '501000000007');
      await lookAtQuestion(viewer, 'pay.balance.title');
      told.restore('payments.consult');
      await press(viewer, 'Escape');
      told.override('payments.prepare', (real) =>
        real.ok ? ok({ ...real.value, warnings: [{ kind: 'stale-rate', fetchedAt: AT }] }) : real,
      );
      await telmexToCash(viewer, '8112345641');
      await lookAtQuestion(viewer, 'pay.decide.staleTitle');
      told.restore('payments.prepare');
      await goHome(viewer);
      told.withhold('payments.pay');
      await telmexToCash(viewer, '8112345642');
      await cashToResult(viewer);
      await lookAtQuestion(viewer, 'pay.sending.title');
      told.restore('payments.pay');
      await page.reload();
      await counter.expectQuestion(counter.getText('receipts.paidExact'));
      await counter.nextCustomer();
    },
  },
  {
    name: 'a code that was scanned',
    walk: async (viewer) => {
      await goHome(viewer);
      const scanner = await plugInScanner(viewer.page);
      await scanner.scan('501000000007');
      await lookAtQuestion(viewer, 'home.scanned');
      await press(viewer, 'Escape');
    },
  },
  {
    name: 'the history',
    walk: async (viewer) => {
      const { page, counter, told } = viewer;
      await goHome(viewer);
      await press(viewer, 'F8');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await lookAtQuestion(viewer, 'history.title');
      await inHistory(viewer, {});
      await viewer.look('one payment');
      await key(viewer, 'Insert');
      await lookAtQuestion(viewer, 'notes.ask');
      await answer(viewer, 'vino su hija por el recibo');
      await counter.expectText('vino su hija por el recibo');
      await viewer.look('a payment with a note');
      await inHistory(viewer, { refund: { ...REFUND, amount: viewer.paid.due } });
      await viewer.look('a payment that was given back');
      await key(viewer, 'Enter');
      await page.locator('[aria-keyshortcuts="F11" i]').waitFor();
      await viewer.look('a refund');
      told.restore('payments.get');
      await goHome(viewer);
    },
  },
  {
    name: 'what is not known',
    walk: async (viewer) => {
      const { counter, told } = viewer;
      await goHome(viewer);
      await press(viewer, 'F9');
      await counter.expectText(es('unresolved.empty'));
      await lookAtQuestion(viewer, 'unresolved.title');
      await unresolved(viewer, { state: 'unclear', mayCloseByHand: true });
      await viewer.look('unclear');
      await unresolved(viewer, { kind: 'cash-out', handOver: 'paper-first' });
      await viewer.look('money that waits for its slip');
      await press(viewer, 'F9');
      told.restore('payments.unresolved');
      told.restore('payments.get');
      await goHome(viewer);
    },
  },
  {
    name: 'the bills that the shop keeps',
    walk: async (viewer) => {
      const { page, counter } = viewer;
      await goHome(viewer);
      await press(viewer, 'F6');
      await counter.expectQuestion(es('bills.title'));
      await counter.expectText(es('bills.empty'));
      await lookAtQuestion(viewer, 'bills.title');
      await key(viewer, 'Insert');
      await page.getByRole('combobox').waitFor();
      await lookAtQuestion(viewer, 'bills.linkWhose');
      await page.getByRole('combobox').fill('cfe com');
      await page.getByRole('option', { name: /CFE/ }).first().waitFor();
      await page.getByRole('combobox').focus();
      await press(viewer, 'Enter');
      await lookAtQuestion(viewer, 'bills.linkWhich');
      await answer(viewer, '501000000007');
      await counter.expectText(es('bills.refresh'));
      await viewer.look('a bill that the shop keeps');
      await press(viewer, 'Escape');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await viewer.look('the bills that the shop keeps');
      await goHome(viewer);
    },
  },
  {
    name: 'a shift that has to be opened, and a biller that is gone',
    walk: async (viewer) => {
      const { counter, page, told } = viewer;
      await goHome(viewer);
      for (const problem of [
        { kind: 'shift', reason: 'needed' },
        { kind: 'not-found', what: 'biller' },
      ] as const) {
        told.override('catalog.biller', () => fail(problem));
        await page.getByRole('combobox').fill('telmex');
        await page
          .getByRole('option', { name: /Telmex/ })
          .first()
          .waitFor();
        await page.getByRole('combobox').focus();
        await press(viewer, 'Enter');
        await lookAtQuestion(viewer, problem.kind === 'shift' ? 'shift.title' : 'pay.missing');
        await press(viewer, 'Escape');
        await counter.expectQuestion(es('home.title'));
      }
      told.restore('catalog.biller');
    },
  },
  {
    name: 'a customer taken over',
    walk: async (viewer) => {
      const { page, counter } = viewer;
      await telmexToCash(viewer, '8112345631');
      await counter.expectQuestion(es('pay.cash.title'));
      await press(viewer, 'F10');
      await page.getByRole('option', { name: BETO.name }).waitFor();
      await viewer.look('locked');
      await signInAs(viewer, BETO);
      await page.getByRole('option').nth(1).waitFor();
      await counter.expectQuestion(counter.getText('lock.takeOver'));
      await viewer.look('lock.takeOver');
      await page.getByRole('option').nth(1).press('Enter');
      await counter.expectQuestion(es('home.title'));
      await press(viewer, 'F10');
      await signInAs(viewer, OWNER);
      await counter.expectQuestion(es('home.title'));
    },
  },
  {
    name: 'a till that cannot sell',
    walk: async (viewer) => {
      const { counter, told, page } = viewer;
      for (const reason of ['damaged', 'in-use'] as const) {
        told.override('till.state', (real) =>
          real.ok ? { ok: true, value: { ...real.value, storageProblem: reason } } : real,
        );
        told.triggerRefetch();
        await lookAtQuestion(viewer, 'app.storage');
      }
      told.restore('till.state');
      told.triggerRefetch();
      await counter.expectQuestion(es('home.title'));
      told.override('till.state', () => fail({ kind: 'internal', reference: 'A1B2' }));
      await page.reload();
      await lookAtQuestion(viewer, 'app.trouble');
      told.restore('till.state');
      await press(viewer, 'Enter');
      await counter.expectQuestion(es('home.title'));
      await page.route('**/assets/history-*.js', (route) => route.abort());
      await page.reload();
      await counter.expectQuestion(es('home.title'));
      await press(viewer, 'F8');
      await lookAtQuestion(viewer, 'app.notLoaded');
      await page.unroute('**/assets/history-*.js');
      await press(viewer, 'Enter');
      await counter.expectQuestion(es('home.title'));
    },
  },
];
