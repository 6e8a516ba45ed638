import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeProblem } from '../../shared/i18n/index.ts';
import {
  expect,
  getLanguages,
  type KeyboardCashier,
  OWNER,
  openBackOfficePage,
  readPageTexts,
  type Till,
  TRAINING_SHOP,
  test,
} from './support/index.ts';

/** Keys from F10 until the next cashier is on the same screen, including her PIN of four digits. */
const MAX_KEYS_FOR_CASHIER_SWITCH = 9;

for (const language of getLanguages('staff')) {
  const fillText = (template: string, parameters: Readonly<Record<string, string>> = {}): string =>
    template.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => parameters[name] ?? '');
  const texts = readPageTexts(language);

  const enterPin = async (counter: KeyboardCashier, digits: string): Promise<void> => {
    await counter.page.locator('input[type=password]').waitFor();
    await counter.type(digits);
    await counter.press('Enter');
  };

  test.describe(`staff in ${language}`, () => {
    test.use({
      provisioning: { language, cashiers: TRAINING_SHOP.cashiers, lockAfterMinutes: 5 },
    });

    test('lets an owner add a cashier and release her after a lock-out', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await openBackOfficePage(counter, language, 'staff');
      await till.page.getByRole('option', { name: 'Beto' }).waitFor();
      await counter.press('Insert');
      await till.page.getByRole('option').first().press('Enter');
      await counter.expectQuestion(texts['staff.name.new']);
      await counter.type('Dora');
      await counter.press('Enter');
      await counter.expectQuestion(fillText(texts['staff.pin'], { name: 'Dora' }));
      await counter.type('4711');
      await counter.press('Enter');
      await counter.type('4712');
      await counter.press('Enter');
      await counter.expectText(texts['staff.pin.different']);
      await counter.type('4711');
      await counter.press('Enter');
      await counter.expectText(fillText(texts['staff.done.added'], { name: 'Dora' }));

      await counter.press('F10', 'F10');
      await till.page.getByRole('option', { name: 'Dora' }).waitFor();
      await setFailedPins(till, 'dora');
      await till.page.getByRole('option', { name: 'Dora' }).waitFor();
      await counter.type('do');
      await enterPin(counter, '0000');
      await counter.expectText(describeProblem(LOCKED_OUT, language).title);
      await counter.press('Control+s');
      await counter.page.getByRole('dialog').locator('input[type=password]').waitFor();
      await counter.type(OWNER.pin);
      await counter.press('Enter');
      await expect(counter.page.getByRole('dialog')).toHaveCount(0);
      await enterPin(counter, '4711');
      await expect(counter.page.getByRole('combobox')).toBeFocused();
    });

    test('lets another cashier take over the customer and pay in her own name', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await counter.find('telmex', /Telmex/);
      await counter.goToConfirm({ account: '8112345678', amount: '150' });
      const initialKeyCount = counter.getKeyCount();
      await counter.press('F10');
      await expect(
        till.page.getByText(/\(811\) 234-5678|8112345678/).filter({ visible: true }),
      ).toHaveCount(0);
      await counter.press('F12');
      await counter.type('b');
      await enterPin(counter, '2222');
      await counter.expectQuestion(
        fillText(texts['lock.takeOver'], { before: 'Ana', now: 'Beto' }),
      );
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.cash.title'));
      // The F12 that the lock ignored does not count.
      expect(counter.getKeyCount() - initialKeyCount - 1).toBeLessThanOrEqual(
        MAX_KEYS_FOR_CASHIER_SWITCH,
      );
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.confirm.title'));
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('receipts.paidExact'));
      const [payment] = await till.callTill('payments.recent', { limit: 1 });
      expect(payment).toMatchObject({ state: 'paid', cashierName: 'Beto' });
    });

    test('locks itself and returns the same cashier to the same field', async ({
      counter,
      till,
    }) => {
      await till.page.clock.install();
      await till.page.reload();
      await counter.signIn(OWNER.name, OWNER.pin);
      await counter.find('telmex', /Telmex/);
      await counter.type('8112345678');
      await till.page.clock.fastForward('04:00');
      await counter.press('Shift');
      await till.page.clock.fastForward('04:59');
      await expect(till.page.getByRole('textbox')).toHaveValue('8112345678');
      await till.page.clock.fastForward('00:02');
      await counter.expectText(texts['signIn.pin.locked']);
      await expect(till.callTill('payments.recent', { limit: 1 })).rejects.toThrow(/not-signed-in/);
      await enterPin(counter, OWNER.pin);
      await expect(till.page.getByRole('textbox')).toHaveValue('8112345678');
      await expect(till.page.getByRole('textbox')).toBeFocused();
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.amount.title'));
    });
  });
}

/**
 * Nine wrong PINs with their delays would take a quarter of an hour, so they are written into the
 * ledger.
 */
async function setFailedPins(till: Till, cashierId: string): Promise<void> {
  await till.stop();
  const ledger = new DatabaseSync(join(till.profile, 'ledger-training.sqlite'));
  ledger.prepare('UPDATE cashiers SET failures = 9 WHERE id = ?').run(cashierId);
  ledger.close();
  await till.start();
}

const LOCKED_OUT = { kind: 'locked-out', endsWith: 'supervisor', waitSeconds: null } as const;
