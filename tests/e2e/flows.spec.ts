import { codeText } from '../../shared/i18n/index.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { pairsOf, someOf } from '../support/share.ts';
import {
  approve,
  CASH_OUT_BILLER,
  type Cashier,
  cancelNewest,
  cashOut,
  DRP_BILLER,
  directPayment,
  giftCard,
  giftCardLeft,
  handOver,
  newest,
  payBill,
  topUp,
  UNCANCELLABLE,
  upToCancel,
  upToCashOut,
} from './support/flows.ts';
import { expect, isInOrder, OWNER, QUICK, test, textOf } from './support/index.ts';

/** Every flow by keyboard alone, in a share of the pairs of version and language. */

const RUNS = pairsOf('flows', SERVICE_VERSIONS, LANGUAGES);

for (const [version, language] of RUNS) {
  test.describe(`${version}, ${language}`, { tag: version === 'v3.mx' ? QUICK : [] }, () => {
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
      const cashier: Cashier = { counter, till, language, version, looks: async () => {} };
      await counter.signIn(OWNER.name, OWNER.pin);
      await test.step('bill', () => payBill(cashier));
      if (version === 'v1.6') {
        await test.step('cancel', () => cancelNewest(cashier));
        await counter.asks(textOf(language, 'home.title'));
        await test.step('DRP', () => directPayment(cashier));
      }
      await test.step('top-up', () => topUp(cashier));
      await test.step('gift card', () => giftCard(cashier));
      await test.step('cash-out', () => cashOut(cashier));
      expect(await till.ask('payments.unresolved', {})).toEqual([]);
    });
  });
}

/** What the cashier reads is what keeps her from paying money out: another language in each run. */
for (const language of someOf('money out', LANGUAGES, 1)) {
  test.describe(`money out that is not known or refused, ${language}`, () => {
    test.use({
      provisioning: { version: 'v1.6', language, cashOutBillers: [CASH_OUT_BILLER] },
    });

    test('is amber, is not sent again, and is handed over once it is known', async ({
      counter,
      till,
    }) => {
      test.slow();
      const looks = (): Promise<void> => isInOrder(till.page, language);
      const lookedUp = (title: 'pay.out.now' | 'pay.cancel.now'): Promise<void> =>
        expect(async () => {
          await counter.press('F1');
          await expect(till.page.getByRole('heading', { level: 1 })).toContainText(
            counter.words(title),
            { timeout: 2_000 },
          );
        }).toPass();
      const cashier: Cashier = {
        counter,
        till,
        language,
        version: 'v1.6',
        looks: async () => {},
      };
      await counter.signIn(OWNER.name, OWNER.pin);

      await test.step('a cash-out', async () => {
        await upToCashOut(cashier);
        await till.setFaults([
          { operation: 'cash-out', times: 1, fault: { kind: 'commit-and-cut' } },
          { operation: 'transactions', times: 1_000, fault: { kind: 'look-up-empty' } },
        ]);
        await counter.press('F12');
        await counter.asks(counter.words('pay.out.unknown'));
        const [payment] = await till.ask('payments.recent', { limit: 1 });
        expect(payment).toMatchObject({ handOver: 'not-yet', maySendAgain: false });
        await looks();
        await till.setFaults([
          { operation: 'transactions', times: 0, fault: { kind: 'look-up-empty' } },
        ]);
        await lookedUp('pay.out.now');
        const sent = await till.ask('payments.recent', { limit: 5 });
        expect(sent.map((one) => one.sends)).toEqual([1]);
        await handOver(cashier);
      });

      await test.step('a cancel that the service refuses', async () => {
        await payBill(cashier, UNCANCELLABLE);
        await upToCancel(cashier);
        await approve(cashier, 'se equivocó');
        const refusal = { code: 'R26', httpStatus: 422, language, biller: null } as const;
        await counter.sees(codeText({ ...refusal, during: 'cancel' }).money);
        await counter.sees(/R26/);
        await looks();
        const [cancel, payment] = await till.ask('payments.recent', { limit: 2 });
        expect(cancel).toMatchObject({ kind: 'cancel', state: 'rejected', handOver: 'never' });
        expect(payment).toMatchObject({ state: 'paid', mayCancel: true });
        await counter.press('F2');
      });

      await test.step('a cancel that is not known', async () => {
        await payBill(cashier);
        await upToCancel(cashier);
        await till.setFaults([
          { operation: 'cancel', times: 1, fault: { kind: 'commit-and-cut' } },
          { operation: 'transactions', times: 1_000, fault: { kind: 'html' } },
        ]);
        await approve(cashier, 'se equivocó');
        await counter.asks(counter.words('pay.cancel.unknown'));
        await looks();
        expect(await newest(cashier)).toMatchObject({
          kind: 'cancel',
          handOver: 'not-yet',
          maySendAgain: false,
        });
        await till.setFaults([{ operation: 'transactions', times: 0, fault: { kind: 'html' } }]);
        await lookedUp('pay.cancel.now');
        expect(await newest(cashier)).toMatchObject({ state: 'paid', handOver: 'now', sends: 1 });
        await handOver(cashier);
      });
      expect(await till.ask('payments.unresolved', {})).toEqual([]);
    });
  });
}

test.describe('a gift card whose cashier signs out', () => {
  test.use({ provisioning: { version: 'v3.mx' } });

  test('shows its code to nobody else', async ({ counter, till }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await giftCardLeft({
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
    const cashier: Cashier = {
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
    await counter.sees('Cancelar este pago');
    await counter.press('Delete');
    await counter.sees('Motivo');
    await counter.press('Enter');
    await counter.sees('Escriba el motivo');
    await counter.type('se equivocó');
    await counter.press('Enter');
    await counter.type('0000');
    await counter.press('Enter');
    await counter.sees('El PIN no es correcto');
    await counter.press('Escape');
    await expect(till.page.getByRole('dialog')).toHaveCount(0);
    expect(await till.ask('payments.recent', { limit: 5 })).toHaveLength(1);
  });
});
