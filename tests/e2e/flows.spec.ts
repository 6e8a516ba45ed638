import { describeServiceCode } from '../../shared/i18n/index.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { sampleCases, samplePairs } from '../support/sampling.ts';
import {
  expect,
  expectScreenInOrder,
  getTextBeforePlaceholder,
  OWNER,
  QUICK_TAGS,
  test,
} from './support/index.ts';
import {
  approve,
  CASH_OUT_BILLER,
  cancelNewest,
  DRP_BILLER,
  type FlowContext,
  getNewestPayment,
  goToCancelQuestion,
  goToCashOutConfirm,
  handOver,
  payBill,
  payCashOut,
  payDrpBill,
  sellGiftCard,
  sellGiftCardAndSwitchCashier,
  sellTopUp,
  UNCANCELLABLE,
} from './support/payment-flows.ts';

/** Every flow with the keyboard only, for a sample of the pairs of version and language. */

const RUNS = samplePairs('flows', SERVICE_VERSIONS, LANGUAGES);

for (const [version, language] of RUNS) {
  test.describe(`${version}, ${language}`, { tag: version === 'v3.mx' ? QUICK_TAGS : [] }, () => {
    test.use({
      provisioning: {
        version,
        language,
        cashOutBillers: [CASH_OUT_BILLER],
        ...(version === 'v1.6' ? { drpBillers: [DRP_BILLER] } : {}),
      },
    });

    test('completes every flow with the keyboard only', async ({ counter, till }) => {
      test.slow();
      const cashier: FlowContext = {
        counter,
        till,
        language,
        version,
        checkScreen: async () => {},
      };
      await counter.signIn(OWNER.name, OWNER.pin);
      await test.step('bill', () => payBill(cashier));
      if (version === 'v1.6') {
        await test.step('cancel', () => cancelNewest(cashier));
        await counter.expectQuestion(getTextBeforePlaceholder(language, 'home.title'));
        await test.step('DRP', () => payDrpBill(cashier));
      }
      await test.step('top-up', () => sellTopUp(cashier));
      await test.step('gift card', () => sellGiftCard(cashier));
      await test.step('cash-out', () => payCashOut(cashier));
      expect(await till.callTill('payments.unresolved', {})).toEqual([]);
    });
  });
}

/** The cashier pays out only because of what she reads, so each run uses another language. */
for (const language of sampleCases('money out', LANGUAGES, 1)) {
  test.describe(`unknown or rejected money out, ${language}`, () => {
    test.use({
      provisioning: { version: 'v1.6', language, cashOutBillers: [CASH_OUT_BILLER] },
    });

    test('shows unknown money out as unknown, never resends it and hands it over once it is paid', async ({
      counter,
      till,
    }) => {
      test.slow();
      const checkScreen = (): Promise<void> => expectScreenInOrder(till.page, language);
      const expectLookedUp = (
        title: 'pay.cashOut.textMissing' | 'pay.cancel.notHandedOver',
      ): Promise<void> =>
        expect(async () => {
          await counter.press('F1');
          await expect(till.page.getByRole('heading', { level: 1 })).toContainText(
            counter.getText(title),
            { timeout: 2_000 },
          );
        }).toPass();
      const cashier: FlowContext = {
        counter,
        till,
        language,
        version: 'v1.6',
        checkScreen: async () => {},
      };
      await counter.signIn(OWNER.name, OWNER.pin);

      await test.step('a cash-out with an unknown outcome', async () => {
        await goToCashOutConfirm(cashier);
        await till.setFaults([
          { operation: 'cash-out', times: 1, fault: { kind: 'commit-and-cut' } },
          { operation: 'transactions', times: 1_000, fault: { kind: 'look-up-empty' } },
        ]);
        await counter.press('F12');
        await counter.expectQuestion(counter.getText('pay.cashOut.unknown'));
        const [payment] = await till.callTill('payments.recent', { limit: 1 });
        expect(payment).toMatchObject({ handOver: 'not-yet', canResend: false });
        await checkScreen();
        await till.setFaults([
          { operation: 'transactions', times: 0, fault: { kind: 'look-up-empty' } },
        ]);
        // Its row has no text: only a supervisor releases the money, whatever was printed.
        await expectLookedUp('pay.cashOut.textMissing');
        await checkScreen();
        await counter.press('F11', 'Enter', 'F11');
        await counter.expectQuestion(counter.getText('pay.cashOut.textMissing'));
        await counter.press('Control+s');
        await approve(cashier, 'la línea de ayuda lo confirma');
        await counter.expectQuestion(counter.getText('pay.cashOut.handOver'));
        const payments = await till.callTill('payments.recent', { limit: 5 });
        expect(payments.map((sentPayment) => sentPayment.sends)).toEqual([1]);
        await handOver(cashier);
      });

      await test.step('a cancel that the service rejects', async () => {
        await payBill(cashier, UNCANCELLABLE);
        await goToCancelQuestion(cashier);
        await approve(cashier, 'se equivocó');
        const refusal = { code: 'R26', httpStatus: 422, language, billerName: null } as const;
        await counter.expectText(describeServiceCode({ ...refusal, context: 'cancel' }).impact);
        await counter.expectText(/R26/);
        await checkScreen();
        const [cancel, payment] = await till.callTill('payments.recent', { limit: 2 });
        expect(cancel).toMatchObject({ kind: 'cancel', state: 'rejected', handOver: 'never' });
        expect(payment).toMatchObject({ state: 'paid', canCancel: true });
        await counter.press('F2');
      });

      await test.step('a cancel with an unknown outcome', async () => {
        await payBill(cashier);
        await goToCancelQuestion(cashier);
        await till.setFaults([
          { operation: 'cancel', times: 1, fault: { kind: 'commit-and-cut' } },
          { operation: 'transactions', times: 1_000, fault: { kind: 'html' } },
        ]);
        await approve(cashier, 'se equivocó');
        await counter.expectQuestion(counter.getText('pay.cancel.unknown'));
        await checkScreen();
        expect(await getNewestPayment(cashier)).toMatchObject({
          kind: 'cancel',
          handOver: 'not-yet',
          canResend: false,
        });
        await till.setFaults([{ operation: 'transactions', times: 0, fault: { kind: 'html' } }]);
        await expectLookedUp('pay.cancel.notHandedOver');
        expect(await getNewestPayment(cashier)).toMatchObject({
          state: 'paid',
          handOver: 'now',
          sends: 1,
        });
        await handOver(cashier);
      });
      expect(await till.callTill('payments.unresolved', {})).toEqual([]);
    });
  });
}

test.describe('gift card after its cashier signed out', () => {
  test.use({ provisioning: { version: 'v3.mx' } });

  test('shows the code of a gift card to no other cashier', async ({ counter, till }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await sellGiftCardAndSwitchCashier({
      counter,
      till,
      language: 'es-MX',
      version: 'v3.mx',
      checkScreen: async () => {},
    });
  });
});

test.describe('cancel approval', () => {
  test.use({ provisioning: { version: 'v1.6' } });

  test('cancels nothing without a reason and the right PIN', async ({ counter, till }) => {
    const cashier: FlowContext = {
      counter,
      till,
      language: 'es-MX',
      version: 'v1.6',
      checkScreen: async () => {},
    };
    await counter.signIn(OWNER.name, OWNER.pin);
    await payBill(cashier);
    await counter.press('F8');
    await till.page.getByRole('listbox').getByRole('option').first().waitFor();
    await counter.press('Enter');
    await counter.expectText('Cancelar este pago');
    await counter.press('Delete');
    await counter.expectText('Motivo');
    await counter.press('Enter');
    await counter.expectText('Escriba el motivo');
    await counter.type('se equivocó');
    await counter.press('Enter');
    await counter.type('0000');
    await counter.press('Enter');
    await counter.expectText('El PIN no es correcto');
    await counter.press('Escape');
    await expect(till.page.getByRole('dialog')).toHaveCount(0);
    expect(await till.callTill('payments.recent', { limit: 5 })).toHaveLength(1);
  });
});
