import { type Counter, expect, isInOrder, OWNER, openRoom, test, textOf } from './support/index.ts';

/** The screens that the bill flow of `languages.spec.ts` does not pass. */
const variants = [
  { language: 'es-MX', width: 1024, colorScheme: 'dark' },
  { language: 'en', width: 683, colorScheme: 'light' },
] as const;

async function upToCash(counter: Counter, account: string): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.type(account);
  await counter.press('Enter');
  await counter.asks(counter.words('pay.amount.title'));
  await counter.type('150');
  await counter.press('Enter');
}

for (const { language, width, colorScheme } of variants) {
  test.describe(`${language}, ${width} pixels wide, ${colorScheme}`, () => {
    test.use({ provisioning: { language, version: 'v1.6' } });

    test('what was refused, what looks alike, what is not known, and what each light says are in order', async ({
      counter,
      till,
    }) => {
      const { page } = till;
      const looks = (): Promise<void> => isInOrder(page, language);
      await page.setViewportSize({ width, height: width === 683 ? 384 : 768 });
      await page.emulateMedia({ colorScheme });
      await counter.signIn(OWNER.name, OWNER.pin);

      await counter.find('cfe com', /CFE/);
      await counter.type('501000000004');
      await counter.press('Enter');
      await counter.asks(counter.words('pay.balance.failedTitle'));
      await looks();
      await counter.press('Escape', 'Escape');

      await upToCash(counter, '9999999126');
      await counter.asks(counter.words('pay.cash.title'));
      await counter.press('Enter', 'F12');
      await counter.asks(counter.words('pay.refused.title'));
      await counter.sees('R126');
      await looks();
      await counter.nextCustomer();

      await upToCash(counter, '8112345678');
      await counter.asks(counter.words('pay.cash.title'));
      await till.setFaults([
        { operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } },
        { operation: 'transactions', times: 99, fault: { kind: 'look-up-empty' } },
      ]);
      await counter.press('Enter', 'F12');
      await counter.asks(counter.words('pay.unknown.title'));
      await expect(async () => {
        await counter.press('Escape');
        await expect(page.getByRole('combobox')).toBeVisible({ timeout: 1_000 });
      }).toPass();

      await counter.press('F9');
      await page.getByRole('option', { name: /Telmex/ }).waitFor();
      await looks();
      await counter.press('Enter');
      await counter.sees(counter.words('pay.unknown.tell'));
      await looks();

      await counter.press('F8');
      await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2);
      await looks();

      await openRoom(counter, language, 'training');
      await counter.asks(textOf(language, 'training.title'));
      await page
        .getByText(/· 98|· 9\d/)
        .first()
        .waitFor();
      await looks();
      await counter.press('Enter');
      await counter.asks(textOf(language, 'training.where'));
      await looks();
      await counter.press('Enter');
      await counter.asks(textOf(language, 'training.times'));
      await looks();

      for (const light of ['service.name', 'printer.name', 'account.name', 'lists.name'] as const) {
        await page
          .getByRole('button', { name: textOf(language, light) })
          .first()
          .click();
        await page.getByRole('dialog').waitFor();
        await looks();
        await counter.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });
  });
}
