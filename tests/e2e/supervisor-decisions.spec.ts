import { describeProblem, getReceiptTexts } from '../../shared/i18n/index.ts';
import {
  expect,
  expectScreenInOrder,
  getTextBeforePlaceholder,
  type KeyboardCashier,
  OWNER,
  printerTest,
  test,
} from './support/index.ts';
import { approve, type FlowContext, goToCashOutConfirm } from './support/payment-flows.ts';
import type { Till } from './support/till.ts';

/** Decisions of a supervisor: money without its slip, and a payment that no look-up can resolve. */

const MINUTE_MS = 60_000;
const PAPER = getReceiptTexts('es-MX').paper;

function createFlowContext(counter: KeyboardCashier, till: Till): FlowContext {
  return { counter, till, language: 'es-MX', version: 'v1.6', checkScreen: async () => {} };
}

printerTest.describe('confirmed cash-out without its slip', () => {
  printerTest.use({
    provisioning: async ({ printer }, use) => {
      await use({
        cashOutBillers: [20001],
        printer: { kind: 'network', address: printer.address, model: 'epson', columns: 42 },
      });
    },
  });

  printerTest(
    'hands a cash-out without its slip over only with a supervisor and still owes the slip',
    async ({ counter, till, printer }) => {
      const cashier = createFlowContext(counter, till);
      await counter.signIn(OWNER.name, OWNER.pin);
      await goToCashOutConfirm(cashier);
      printer.setCondition({ paper: 'out' });
      await counter.press('F12');
      // The till asks the printer first: nothing was sent to the service.
      const paperOut = { kind: 'printer', reason: 'paper-out' } as const;
      await counter.expectText(describeProblem(paperOut, 'es-MX').title);
      expect(await till.callTill('payments.recent', { limit: 5 })).toEqual([]);
      printer.setCondition({ paper: 'in' });
      printer.setCondition({ faultAt: { after: 200, how: 'paper-out' } });
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('pay.cashOut.paperFirst'));
      await expectScreenInOrder(till.page, 'es-MX');
      await expect(till.callTill('payments.recent', { limit: 1 })).resolves.toMatchObject([
        { state: 'paid', handOver: 'paper-first' },
      ]);
      await counter.press('Control+s');
      await till.page.getByRole('dialog').waitFor();
      await approve(cashier, 'la impresora se rompió');
      await counter.expectQuestion(counter.getText('pay.cashOut.handOver'));
      await expectScreenInOrder(till.page, 'es-MX');
      const readState = async (): Promise<unknown> => {
        const [payment] = await till.callTill('payments.recent', { limit: 1 });
        const papers = await till.callTill('printing.forPayment', { paymentId: payment?.id ?? '' });
        return [
          payment?.state,
          payment?.handOver,
          payment?.paper,
          papers.map((paper) => `${paper.kind} ${paper.state}`),
        ];
      };
      // The till may still be asking the printer for the result.
      await expect
        .poll(readState)
        .toEqual(['paid', 'now', 'unconfirmed', ['original unconfirmed']]);
      // The slip was not printed: neither the release nor the handover changes its state.
      await counter.pressAndWait('Control+p');
      await counter.expectText(PAPER['cashier-saw-none']);
      expect(await readState()).toEqual(['paid', 'now', 'failed', ['original failed']]);
      await expect(async () => {
        await counter.press('F11');
        expect(await readState()).toEqual(['paid', 'done', 'failed', ['original failed']]);
      }).toPass();
      await counter.goToNextCustomer();

      // On a repaired printer the slip is printed from the history, with the service's text.
      printer.setCondition({ paper: 'in' });
      await counter.press('F8');
      await till.page.getByRole('listbox').getByRole('option').first().waitFor();
      await counter.press('Enter');
      await counter.expectText(counter.getText('pay.paper.slip'));
      await counter.pressAndWait('Control+p');
      await expect.poll(readState).toEqual(['paid', 'done', 'printed', ['original printed']]);
      await counter.expectText(counter.getText('pay.paper.printed.slip'));
      expect(printer.listReceipts().at(-1)?.ticket).toContain('300');
    },
  );
});

test.describe('payment that no look-up can resolve', () => {
  test.use({ serviceVersion: 'v1.6' });

  test('lets a supervisor close an unresolved payment by hand with a reason', async ({
    counter,
    service,
    till,
  }) => {
    const cashier = createFlowContext(counter, till);
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
    service.advanceClock(30 * 60 * MINUTE_MS);
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
    await counter.expectText(getTextBeforePlaceholder('es-MX', 'byHand.title'));
    await expectScreenInOrder(till.page, 'es-MX');
    await counter.press('ArrowDown', 'Enter');
    await approve(cashier, 'la línea de ayuda dice que no entró');
    await expect(async () => {
      const [payment] = await till.callTill('payments.recent', { limit: 1 });
      expect(payment).toMatchObject({ state: 'by-hand-not-paid' });
    }).toPass();
    // The customer still gets the cash back.
    await counter.expectText(getTextBeforePlaceholder('es-MX', 'toConfirm.done.cash'));
    await expect(async () => {
      await counter.press('F11');
      expect(await till.callTill('payments.unresolved', {})).toEqual([]);
    }).toPass();
    // The service's clock moved more than a day: the payment is no longer of today.
    await expect(async () => {
      await counter.press('F8');
      await till.page
        .getByLabel(getTextBeforePlaceholder('es-MX', 'filter.period'), { exact: true })
        .selectOption('all', { timeout: 2_000 });
      await till.page.getByRole('listbox').getByRole('option').first().waitFor({ timeout: 2_000 });
    }).toPass();
    await till.page.getByRole('textbox').first().focus();
    await counter.press('Enter');
    await counter.expectText(getTextBeforePlaceholder('es-MX', 'history.event.closed-by-hand'));
    await counter.expectText('la línea de ayuda dice que no entró');
    await expectScreenInOrder(till.page, 'es-MX');
  });
});
