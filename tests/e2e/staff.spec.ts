import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeProblem } from '../../shared/i18n/index.ts';
import {
  type Counter,
  expect,
  getLanguages,
  OWNER,
  openBackOfficePage,
  readPageTexts,
  type Till,
  TRAINING_SHOP,
  test,
} from './support/index.ts';

/** Keys from F10 until the next cashier stands where the first one stood, her PIN of four included. */
const MAX_KEYS_FOR_CASHIER_SWITCH = 9;

for (const language of getLanguages('staff')) {
  const said = (words: string, values: Readonly<Record<string, string>> = {}): string =>
    words.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
  const texts = readPageTexts(language);

  const pin = async (counter: Counter, digits: string): Promise<void> => {
    await counter.page.locator('input[type=password]').waitFor();
    await counter.type(digits);
    await counter.press('Enter');
  };

  test.describe(`the staff in ${language}`, () => {
    test.use({
      provisioning: { language, cashiers: TRAINING_SHOP.cashiers, lockAfterMinutes: 5 },
    });

    test('an owner adds a cashier, who is locked out and released, and may be disabled', async ({
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
      await counter.expectQuestion(said(texts['staff.pin'], { name: 'Dora' }));
      await counter.type('4711');
      await counter.press('Enter');
      await counter.type('4712');
      await counter.press('Enter');
      await counter.expectText(texts['staff.pin.different']);
      await counter.type('4711');
      await counter.press('Enter');
      await counter.expectText(said(texts['staff.done.added'], { name: 'Dora' }));

      await counter.press('F10', 'F10');
      await till.page.getByRole('option', { name: 'Dora' }).waitFor();
      await spendTries(till, 'dora');
      await till.page.getByRole('option', { name: 'Dora' }).waitFor();
      await counter.type('do');
      await pin(counter, '0000');
      await counter.expectText(describeProblem(LOCKED_OUT, language).happened);
      await counter.press('Control+s');
      await counter.page.getByRole('dialog').locator('input[type=password]').waitFor();
      await counter.type(OWNER.pin);
      await counter.press('Enter');
      await expect(counter.page.getByRole('dialog')).toHaveCount(0);
      await pin(counter, '4711');
      await expect(counter.page.getByRole('combobox')).toBeFocused();
    });

    test('another cashier takes the customer over in a moment, and pays in her own name', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await counter.find('telmex', /Telmex/);
      await counter.goToConfirm({ account: '8112345678', amount: '150' });
      const before = counter.keys();
      await counter.press('F10');
      await expect(
        till.page.getByText(/\(811\) 234-5678|8112345678/).filter({ visible: true }),
      ).toHaveCount(0);
      await counter.press('F12');
      await counter.type('b');
      await pin(counter, '2222');
      await counter.expectQuestion(said(texts['lock.takeOver'], { before: 'Ana', now: 'Beto' }));
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.cash.title'));
      // The F12 that the lock swallowed was none of the switch.
      expect(counter.keys() - before - 1).toBeLessThanOrEqual(MAX_KEYS_FOR_CASHIER_SWITCH);
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.confirm.title'));
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('receipts.paidExact'));
      const [payment] = await till.callTill('payments.recent', { limit: 1 });
      expect(payment).toMatchObject({ state: 'paid', cashierName: 'Beto' });
    });

    test('the till locks itself, and the same cashier is back where she stood', async ({
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
      await pin(counter, OWNER.pin);
      await expect(till.page.getByRole('textbox')).toHaveValue('8112345678');
      await expect(till.page.getByRole('textbox')).toBeFocused();
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.amount.title'));
    });
  });
}

/** Nine wrong PINs with their waits would be a quarter of an hour: they are written down instead. */
async function spendTries(till: Till, cashierId: string): Promise<void> {
  await till.stop();
  const ledger = new DatabaseSync(join(till.profile, 'ledger-training.sqlite'));
  ledger.prepare('UPDATE cashiers SET failures = 9 WHERE id = ?').run(cashierId);
  ledger.close();
  await till.start();
}

const LOCKED_OUT = { kind: 'locked-out', endsWith: 'supervisor', waitSeconds: null } as const;
