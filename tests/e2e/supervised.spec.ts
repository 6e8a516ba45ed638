import { describeProblem, getReceiptTexts } from '../../shared/i18n/index.ts';
import { approve, type FlowContext, goToCashOutConfirm } from './support/flows.ts';
import {
  type Counter,
  expect,
  expectScreenInOrder,
  getText,
  OWNER,
  printerTest,
  test,
} from './support/index.ts';
import type { Till } from './support/till.ts';

/** What only a supervisor decides: money without its slip, and a payment that no look-up can settle. */

const MINUTES = 60_000;
const PAPER = getReceiptTexts('es-MX').paper;

function cashierAt(counter: Counter, till: Till): FlowContext {
  return { counter, till, language: 'es-MX', version: 'v1.6', looks: async () => {} };
}

printerTest.describe('a confirmed cash-out whose slip does not come out', () => {
  printerTest.use({
    provisioning: async ({ printer }, use) => {
      await use({
        cashOutBillers: [20001],
        printer: { kind: 'network', address: printer.address, model: 'epson', columns: 42 },
      });
    },
  });

  printerTest(
    'is handed over only when a supervisor lets it go, and the slip stays owed',
    async ({ counter, till, printer }) => {
      const cashier = cashierAt(counter, till);
      await counter.signIn(OWNER.name, OWNER.pin);
      await goToCashOutConfirm(cashier);
      printer.setCondition({ paper: 'out' });
      await counter.press('F12');
      // The printer was asked first: nothing went out to the service.
      const paperOut = { kind: 'printer', reason: 'paper-out' } as const;
      await counter.expectText(describeProblem(paperOut, 'es-MX').happened);
      expect(await till.callTill('payments.recent', { limit: 5 })).toEqual([]);
      printer.setCondition({ paper: 'in' });
      printer.setCondition({ faultAt: { after: 200, how: 'paper-out' } });
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('pay.out.paperFirst'));
      await expectScreenInOrder(till.page, 'es-MX');
      await expect(till.callTill('payments.recent', { limit: 1 })).resolves.toMatchObject([
        { state: 'paid', handOver: 'paper-first' },
      ]);
      await counter.press('Control+s');
      await till.page.getByRole('dialog').waitFor();
      await approve(cashier, 'la impresora se rompió');
      await counter.expectQuestion(counter.getText('pay.out.now'));
      await expectScreenInOrder(till.page, 'es-MX');
      const stands = async (): Promise<unknown> => {
        const [payment] = await till.callTill('payments.recent', { limit: 1 });
        const papers = await till.callTill('printing.ofPayment', { paymentId: payment?.id ?? '' });
        return [
          payment?.state,
          payment?.handOver,
          payment?.paper,
          papers.map((one) => `${one.kind} ${one.state}`),
        ];
      };
      // The printer may still be asked whether the paper came out.
      await expect.poll(stands).toEqual(['paid', 'now', 'unconfirmed', ['original unconfirmed']]);
      // It did not come out: letting the money go, and handing it over, make no paper of it.
      await counter.pressAndWait('Control+p');
      await counter.expectText(PAPER['cashier-saw-none']);
      expect(await stands()).toEqual(['paid', 'now', 'failed', ['original failed']]);
      await expect(async () => {
        await counter.press('F11');
        expect(await stands()).toEqual(['paid', 'done', 'failed', ['original failed']]);
      }).toPass();
      await counter.nextCustomer();

      // On a mended printer it is printed from the history, and is the slip that the service wrote.
      printer.setCondition({ paper: 'in' });
      await counter.press('F8');
      await till.page.getByRole('listbox').getByRole('option').first().waitFor();
      await counter.press('Enter');
      await counter.expectText(counter.getText('pay.paper.slip'));
      await counter.pressAndWait('Control+p');
      await expect.poll(stands).toEqual(['paid', 'done', 'printed', ['original printed']]);
      await counter.expectText(counter.getText('pay.paper.printed.slip'));
      expect(printer.receipts().at(-1)?.ticket).toContain('300');
    },
  );
});

test.describe('a payment that no look-up can settle', () => {
  test.use({ serviceVersion: 'v1.6' });

  test('is closed by hand with a reason, once the time for look-ups is long past', async ({
    counter,
    service,
    till,
  }) => {
    const cashier = cashierAt(counter, till);
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('cfe com', /CFE/);
    await counter.goToConfirm({ account: '501000000007', cash: '600' });
    await service.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } },
      { operation: 'transactions', times: 10_000, fault: { kind: 'html' } },
    ]);
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('pay.unknown.title'));
    await expect(till.page.getByRole('button', { name: /Decidir a mano/ })).toHaveCount(0);
    service.advanceClock(30 * 60 * MINUTES);
    await expect(async () => {
      await counter.press('F9');
      await till.page.getByRole('option', { name: /CFE/ }).waitFor({ timeout: 2_000 });
    }).toPass();
    await counter.press('Enter');
    await expect(async () => {
      await till.page.getByText('Decidir a mano').waitFor({ timeout: 3_000 });
    }).toPass();
    await expectScreenInOrder(till.page, 'es-MX');
    await counter.press('Control+s');
    await counter.expectText(getText('es-MX', 'byHand.title'));
    await expectScreenInOrder(till.page, 'es-MX');
    await counter.press('ArrowDown', 'Enter');
    await approve(cashier, 'la línea de ayuda dice que no entró');
    await expect(async () => {
      const [payment] = await till.callTill('payments.recent', { limit: 1 });
      expect(payment).toMatchObject({ state: 'by-hand-not-paid' });
    }).toPass();
    expect(await till.callTill('payments.unresolved', {})).toEqual([]);
    // The service's clock has gone on by more than a day: it is not of today any more.
    await expect(async () => {
      await counter.press('F8');
      await till.page
        .getByLabel(getText('es-MX', 'filter.period'), { exact: true })
        .selectOption('all', { timeout: 2_000 });
      await till.page.getByRole('listbox').getByRole('option').first().waitFor({ timeout: 2_000 });
    }).toPass();
    await till.page.getByRole('textbox').first().focus();
    await counter.press('Enter');
    await counter.expectText(getText('es-MX', 'history.event.closed-by-hand'));
    await counter.expectText('la línea de ayuda dice que no entró');
    await expectScreenInOrder(till.page, 'es-MX');
  });
});
