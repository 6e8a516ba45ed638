import { dictionary as shift } from '../../renderer/features/shift/dictionary.ts';
import type { Language } from '../../shared/contract/index.ts';
import { cashWords, receiptWords } from '../../shared/i18n/index.ts';
import { approve } from './support/flows.ts';
import {
  type Counter,
  expect,
  isInOrder,
  openRoom,
  type PaperUnderTest,
  printerTest as test,
  textOf,
} from './support/index.ts';

/** A whole shift of one cashier: float, sale, pay-in, pay-out, drawer, X, the blind count, Z. */

const PULSE = Buffer.from([0x1b, 0x70, 0x00]);

for (const language of ['es-MX', 'en'] as const) {
  test.describe(`a shift in ${language}`, () => {
    test.use({
      serviceVersion: 'v1.6',
      provisioning: async ({ printer }, use) => {
        await use({
          language,
          shifts: 'required',
          printer: {
            kind: 'network',
            address: printer.address,
            model: 'epson',
            columns: 42,
            drawer: 'pin-2',
          },
        });
      },
    });

    test('adds up from its float to its Z report, which prints again for ever', async ({
      counter,
      till,
      printer,
    }) => {
      const words = (key: keyof (typeof shift)['es-MX']): string => textOf(shift, language, key);
      const paper = cashWords(language);
      const room = createShiftRoom(counter, language);
      const looks = (): Promise<void> => isInOrder(till.page, language);
      await counter.signIn('Beto', '2222');

      // No money before the float: the shift is offered where the payment begins.
      await till.page.getByRole('combobox').fill('telmex');
      await till.page
        .getByRole('option', { name: /Telmex/ })
        .first()
        .waitFor();
      await till.page.getByRole('combobox').focus();
      await counter.press('Enter');
      await counter.sees(words('shift.openNow'));
      await looks();
      await counter.press('Enter');
      await counter.asks(words('shift.openTitle'));
      await looks();
      await counter.type('0');
      await counter.press('Enter');
      await counter.type('1');
      for (let n = 0; n < 11; n += 1) await counter.press('Enter');
      await counter.sees(counter.words('pay.account.phone_number'));
      await counter.upToConfirm({ account: '8112345671', amount: '150' });
      await counter.press('F12');
      await counter.asks(counter.words('pay.paid.titleExact'));
      await counter.nextCustomer();

      await openRoom(counter, language, 'shift');
      await looks();
      await room.choose('shift.payIn');
      await counter.type('100');
      await counter.press('Enter');
      await counter.type('cambio');
      await counter.press('Enter');
      await counter.sees(words('shift.payInDone'));
      await counter.sees(words('shift.paper.printed'));
      await looks();
      await counter.press('Enter');

      await room.choose('shift.payOut');
      await counter.type('40.50');
      await counter.press('Enter');
      await counter.type('garrafón');
      await looks();
      await counter.press('Enter');
      await approve({ counter, till, language, version: 'v1.6', looks: async () => {} }, null);
      await counter.sees(words('shift.payOutDone'));
      await counter.sees(words('shift.paper.printed'));
      await counter.press('Enter');

      await room.choose('shift.drawer');
      await counter.type('cambio');
      await counter.press('Enter');
      await approve({ counter, till, language, version: 'v1.6', looks: async () => {} }, null);
      await counter.sees(words('shift.drawerDone'));
      await counter.sees(words('shift.paper.printed'));
      // A sale in cash, the pay-in, the pay-out and this: each opened it once.
      await expect.poll(() => pulses(printer)).toEqual([1, 1, 1, 1]);
      await counter.press('Enter');

      await room.choose('shift.x');
      await counter.press('Enter');
      await approve({ counter, till, language, version: 'v1.6', looks: async () => {} }, null);
      await counter.sees(paper.expected);
      await counter.sees(/709\.50/);
      await counter.does('Control+p');
      await counter.sees(words('shift.paper.printed'));
      await looks();
      await counter.press('Escape');

      await room.choose('shift.close');
      await counter.asks(words('shift.countTitle'));
      // Blind: what should be there is nowhere on the screen.
      await expect(till.page.locator('body')).not.toContainText('709.50');
      for (let n = 0; n < 11; n += 1) await counter.press('Enter');
      await counter.type('700');
      await looks();
      await counter.press('Enter');
      await counter.asks(words('shift.resultTitle'));
      await counter.sees(/709\.50/);
      await counter.type('una moneda');
      await looks();
      await counter.press('Enter');
      await counter.asks(words('shift.reportZ').split('{{')[0]?.trim() ?? '');
      await counter.sees(words('shift.paper.printed'));
      await looks();
      await expect(till.page.getByRole('article')).toContainText(paper.missing);

      const z = printer.receipts().at(-1)?.lines ?? [];
      expect(z.join('\n')).toMatch(new RegExp(`${paper.z} 1`));
      expect(z.join('\n')).toContain('una moneda');
      await counter.does('Control+p');
      await expect.poll(() => printer.receipts().length).toBe(7);
      const copy = printer.receipts().at(-1)?.lines ?? [];
      expect(copy.join('\n')).toContain(receiptWords(language).copy);
      // Between its marks, and without those of training, the copy is the very same paper.
      const plain = (lines: readonly string[]): string[] =>
        lines.filter((line) => !line.includes(receiptWords(language).training) && line !== '');
      expect(plain(copy).slice(2, -1)).toEqual(plain(z));

      await counter.press('Escape');
      await counter.sees(words('shift.none'));
      await room.choose('shift.z');
      await counter.press('Enter');
      await approve({ counter, till, language, version: 'v1.6', looks: async () => {} }, null);
      await till.page.getByRole('option').first().waitFor();
      await looks();
      await counter.press('Enter');
      await counter.sees('una moneda');
    });
  });
}

/** How often each paper opened the drawer, of those that did. */
function pulses(printer: PaperUnderTest): number[] {
  return printer.jobs
    .map(
      (bytes) => Buffer.from(bytes).toString('latin1').split(PULSE.toString('latin1')).length - 1,
    )
    .filter((count) => count > 0);
}

function createShiftRoom(
  counter: Counter,
  language: Language,
): { readonly choose: (key: keyof (typeof shift)['es-MX']) => Promise<void> } {
  return {
    choose: async (key) => {
      const name = textOf(shift, language, key);
      const options = counter.page.getByRole('listbox').getByRole('option');
      await options.filter({ hasText: name }).first().waitFor();
      const names = await options.allInnerTexts();
      const place = names.findIndex((one) => one.startsWith(name));
      await options.first().focus();
      for (let n = 0; n < place; n += 1) await counter.press('ArrowDown');
      await counter.press('Enter');
    },
  };
}
