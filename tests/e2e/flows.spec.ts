import { describeServiceCode } from '../../shared/i18n/index.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { sampleCases, samplePairs } from '../support/sampling.ts';
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
  leaveGiftCard,
  payBill,
  payCashOut,
  payDrpBill,
  sellGiftCard,
  sellTopUp,
  UNCANCELLABLE,
} from './support/flows.ts';
import { expect, expectScreenInOrder, getText, OWNER, QUICK_TAGS, test } from './support/index.ts';

/** Every flow by keyboard alone, in a share of the pairs of version and language. */

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

    test('every flow, by keyboard alone', async ({ counter, till }) => {
      test.slow();
      const cashier: FlowContext = { counter, till, language, version, looks: async () => {} };
      await counter.signIn(OWNER.name, OWNER.pin);
      await test.step('bill', () => payBill(cashier));
      if (version === 'v1.6') {
        await test.step('cancel', () => cancelNewest(cashier));
        await counter.expectQuestion(getText(language, 'home.title'));
        await test.step('DRP', () => payDrpBill(cashier));
      }
      await test.step('top-up', () => sellTopUp(cashier));
      await test.step('gift card', () => sellGiftCard(cashier));
      await test.step('cash-out', () => payCashOut(cashier));
      expect(await till.callTill('payments.unresolved', {})).toEqual([]);
    });
  });
}

/** What the cashier reads is what keeps her from paying money out: another language in each run. */
for (const language of sampleCases('money out', LANGUAGES, 1)) {
  test.describe(`money out that is not known or refused, ${language}`, () => {
    test.use({
      provisioning: { version: 'v1.6', language, cashOutBillers: [CASH_OUT_BILLER] },
    });

    test('is amber, is not sent again, and is handed over once it is known', async ({
      counter,
      till,
    }) => {
      test.slow();
      const looks = (): Promise<void> => expectScreenInOrder(till.page, language);
      const lookedUp = (title: 'pay.out.now' | 'pay.cancel.now'): Promise<void> =>
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
        looks: async () => {},
      };
      await counter.signIn(OWNER.name, OWNER.pin);

      await test.step('a cash-out', async () => {
        await goToCashOutConfirm(cashier);
        await till.setFaults([
          { operation: 'cash-out', times: 1, fault: { kind: 'commit-and-cut' } },
          { operation: 'transactions', times: 1_000, fault: { kind: 'look-up-empty' } },
        ]);
        await counter.press('F12');
        await counter.expectQuestion(counter.getText('pay.out.unknown'));
        const [payment] = await till.callTill('payments.recent', { limit: 1 });
        expect(payment).toMatchObject({ handOver: 'not-yet', maySendAgain: false });
        await looks();
        await till.setFaults([
          { operation: 'transactions', times: 0, fault: { kind: 'look-up-empty' } },
        ]);
        await lookedUp('pay.out.now');
        const sent = await till.callTill('payments.recent', { limit: 5 });
        expect(sent.map((one) => one.sends)).toEqual([1]);
        await handOver(cashier);
      });

      await test.step('a cancel that the service refuses', async () => {
        await payBill(cashier, UNCANCELLABLE);
        await goToCancelQuestion(cashier);
        await approve(cashier, 'se equivocó');
        const refusal = { code: 'R26', httpStatus: 422, language, biller: null } as const;
        await counter.expectText(describeServiceCode({ ...refusal, during: 'cancel' }).money);
        await counter.expectText(/R26/);
        await looks();
        const [cancel, payment] = await till.callTill('payments.recent', { limit: 2 });
        expect(cancel).toMatchObject({ kind: 'cancel', state: 'rejected', handOver: 'never' });
        expect(payment).toMatchObject({ state: 'paid', mayCancel: true });
        await counter.press('F2');
      });

      await test.step('a cancel that is not known', async () => {
        await payBill(cashier);
        await goToCancelQuestion(cashier);
        await till.setFaults([
          { operation: 'cancel', times: 1, fault: { kind: 'commit-and-cut' } },
          { operation: 'transactions', times: 1_000, fault: { kind: 'html' } },
        ]);
        await approve(cashier, 'se equivocó');
        await counter.expectQuestion(counter.getText('pay.cancel.unknown'));
        await looks();
        expect(await getNewestPayment(cashier)).toMatchObject({
          kind: 'cancel',
          handOver: 'not-yet',
          maySendAgain: false,
        });
        await till.setFaults([{ operation: 'transactions', times: 0, fault: { kind: 'html' } }]);
        await lookedUp('pay.cancel.now');
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

test.describe('a gift card whose cashier signs out', () => {
  test.use({ provisioning: { version: 'v3.mx' } });

  test('shows its code to nobody else', async ({ counter, till }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await leaveGiftCard({
      counter,
      till,
      language: 'es-MX',
      version: 'v3.mx',
      looks: async () => {},
    });
  });
});

test.describe('a cancel', () => {
  test.use({ provisioning: { version: 'v1.6' } });

  test('needs a reason and the right PIN, and is not made without them', async ({
    counter,
    till,
  }) => {
    const cashier: FlowContext = {
      counter,
      till,
      language: 'es-MX',
      version: 'v1.6',
      looks: async () => {},
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
