import type { Locator, Page } from '@playwright/test';
import type { Language } from '../../shared/contract/index.ts';
import { getCashTexts, getReceiptTexts } from '../../shared/i18n/index.ts';
import {
  expect,
  expectScreenInOrder,
  getLanguages,
  getTextBeforePlaceholder,
  type KeyboardCashier,
  type LocaleFileKey,
  openBackOfficePage,
  type PrinterUnderTest,
  printerTest as test,
} from './support/index.ts';
import {
  approve,
  CASH_OUT_BILLER,
  cancelNewest,
  type FlowContext,
  payBill,
  payCashOut,
  sellGiftCard,
  sellTopUp,
} from './support/payment-flows.ts';

/**
 * A whole day of one cashier: the float, each kind of transaction, a cancel, a pay-in, a pay-out,
 * and the drawer with a supervisor's approval, X, the blind count, Z.
 */

const PULSE = Buffer.from([0x1b, 0x70, 0x00]);
const PESOS = ['1000', '500', '200', '100', '50', '20', '10', '5', '2', '1', '0.50'] as const;
/** Above the line over the actions. */
const MIN_GAP_PX = 16;
type Pieces = Readonly<Partial<Record<(typeof PESOS)[number], number>>>;

for (const language of getLanguages('day')) {
  test.describe(`day in ${language}`, () => {
    test.use({
      serviceVersion: 'v1.6',
      catalog: 'full',
      provisioning: async ({ printer }, use) => {
        await use({
          language,
          shifts: 'required',
          cashOutBillers: [CASH_OUT_BILLER],
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

    test('adds up from the float to the Z report and reprints that report', async ({
      counter,
      till,
      printer,
      service,
    }) => {
      test.slow();
      const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);
      const paper = getCashTexts(language);
      const shiftPage = createShiftPage(counter, language);
      const checkScreen = (): Promise<void> => expectScreenInOrder(till.page, language);
      const cashier: FlowContext = {
        counter,
        till,
        language,
        version: 'v1.6',
        checkScreen: async () => {},
      };
      await counter.signIn('Beto', '2222');

      // No payment before the float: the flow offers to open the shift.
      await till.page.getByRole('combobox').fill('telmex');
      await till.page
        .getByRole('option', { name: /Telmex/ })
        .first()
        .waitFor();
      await till.page.getByRole('combobox').focus();
      await counter.press('Enter');
      await counter.expectText(getPageText('shift.openNow'));
      await checkScreen();
      await counter.press('Enter');
      await counter.expectQuestion(getPageText('shift.openTitle'));
      await checkScreen();
      await shiftPage.count({ '500': 1, '100': 2, '0.50': 3 });
      await counter.expectText(counter.getText('pay.account.phone_number'));
      await counter.goToConfirm({ account: '8112345671', amount: '150' });
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('pay.paid.titleExact'));
      await counter.goToNextCustomer();

      await test.step('a cancelled bill', async () => {
        await payBill(cashier);
        await cancelNewest(cashier);
      });
      await test.step('top-up', () => sellTopUp(cashier));
      await test.step('gift card', () => sellGiftCard(cashier));
      await test.step('cash-out', () => payCashOut(cashier));
      // The service performed each payment once, and nothing else.
      const { transactions } = await service.inspect();
      const performedAmounts = ['150.00', '120.00', '30.00', '100.00', '300.00'];
      expect(transactions.map(({ amount }) => amount)).toEqual(performedAmounts);

      await openBackOfficePage(counter, language, 'shift');
      await checkScreen();
      await shiftPage.choose('shift.payIn');
      await counter.type('100');
      await counter.press('Enter');
      await counter.type('cambio');
      await counter.press('Enter');
      await counter.expectText(getPageText('shift.payInDone'));
      await counter.expectText(getPageText('shift.paper.printed'));
      await checkScreen();
      await counter.press('Enter');

      await shiftPage.choose('shift.payOut');
      await counter.type('40.50');
      await counter.press('Enter');
      await counter.type('garrafón');
      await checkScreen();
      await counter.press('Enter');
      await approve(cashier, null);
      await counter.expectText(getPageText('shift.payOutDone'));
      await counter.expectText(getPageText('shift.paper.printed'));
      await counter.press('Enter');

      await shiftPage.choose('shift.drawer');
      await counter.type('cambio');
      await counter.press('Enter');
      await approve(cashier, null);
      await counter.expectText(getPageText('shift.drawerDone'));
      await counter.expectText(getPageText('shift.paper.printed'));
      // Four cash sales, the cancel, the cash-out, the pay-in, the pay-out and this opening: one
      // pulse each.
      await expect.poll(() => countDrawerPulses(printer)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
      await counter.press('Enter');

      const expectedTotals = {
        [paper.float]: '701.50',
        [`${paper.kinds.bill} (2)`]: '270.00',
        [`${paper.kinds['top-up']} (1)`]: '30.00',
        [`${paper.kinds['gift-card']} (1)`]: '100.00',
        [`${paper.payIns} (1)`]: '100.00',
        [`${paper.kinds['cash-out']} (1)`]: '-300.00',
        [`${paper.kinds.cancel} (1)`]: '-120.00',
        [`${paper.payOuts} (1)`]: '-40.50',
        [paper.expected]: '741.00',
      };
      await shiftPage.choose('shift.x');
      await counter.press('Enter');
      await approve(cashier, null);
      await counter.expectText(paper.expected);
      await counter.expectText(/741\.00/);
      await counter.pressAndWait('Control+p');
      await counter.expectText(getPageText('shift.paper.printed'));
      await checkScreen();
      expect(parseTotals(getNewestLines(printer))).toEqual(expectedTotals);
      await counter.press('Escape');

      await shiftPage.choose('shift.close');
      await counter.expectQuestion(getPageText('shift.countTitle'));
      // Blind count: the expected sum is nowhere on the screen.
      await expect(till.page.locator('body')).not.toContainText('741.00');
      await shiftPage.count({ '500': 1, '200': 1 }, checkScreen);
      await counter.expectQuestion(getPageText('shift.resultTitle'));
      await counter.expectText(/741\.00/);
      await counter.type('dos billetes de veinte');
      await checkScreen();
      await counter.press('Enter');
      await counter.expectQuestion(getPageText('shift.reportZ').split('{{')[0]?.trim() ?? '');
      await counter.expectText(getPageText('shift.paper.printed'));
      await checkScreen();
      await expect(till.page.getByRole('article')).toContainText(paper.missing);
      await expectGapAboveActions(till.page, paper.missing);

      const zReport = getNewestLines(printer);
      expect(zReport.join('\n')).toMatch(new RegExp(`${paper.z} 1`));
      expect(zReport.join('\n')).toContain('dos billetes de veinte');
      expect(parseTotals(zReport)).toEqual({
        ...expectedTotals,
        [paper.counted]: '700.00',
        [paper.missing]: '41.00',
        '1 x 500': '500.00',
        '1 x 200': '200.00',
      });
      const paperCount = printer.listReceipts().length;
      await counter.pressAndWait('Control+p');
      await expect.poll(() => printer.listReceipts().length).toBe(paperCount + 1);
      const copy = getNewestLines(printer);
      expect(copy.join('\n')).toContain(getReceiptTexts(language).copy);
      // Without its own marks and those of the sandbox, the copy is identical.
      const removeMarks = (lines: readonly string[]): string[] =>
        lines.filter(
          (line) => !line.includes(getReceiptTexts(language).notValid.sandbox) && line !== '',
        );
      expect(removeMarks(copy).slice(2, -1)).toEqual(removeMarks(zReport));

      await counter.press('Escape');
      await counter.expectText(getPageText('shift.none'));
      await shiftPage.choose('shift.z');
      await counter.press('Enter');
      await approve(cashier, null);
      await till.page.getByRole('option').first().waitFor();
      await checkScreen();
      await counter.press('Enter');
      await counter.expectText('dos billetes de veinte');
    });
  });
}

/**
 * Expects the difference visible without scrolling, and a gap between the line and both the
 * difference and the report's end.
 */
async function expectGapAboveActions(page: Page, name: string): Promise<void> {
  const main = page.getByRole('main');
  const getBox = (locator: Locator) =>
    locator.evaluate((element) => element.getBoundingClientRect());
  const bar = await getBox(main.locator('footer'));
  const difference = await getBox(main.getByText(name, { exact: true }));
  expect(bar.top - difference.bottom).toBeGreaterThanOrEqual(MIN_GAP_PX);
  const scrollTop = await main.evaluate((form) => {
    const top = form.scrollTop;
    form.scrollTop = form.scrollHeight;
    return top;
  });
  const last = await getBox(main.locator('section > div > :last-child').first());
  expect(bar.top - last.bottom).toBeGreaterThanOrEqual(MIN_GAP_PX);
  await main.evaluate((form, top) => {
    form.scrollTop = top;
  }, scrollTop);
}

function getNewestLines(printer: PrinterUnderTest): readonly string[] {
  return printer.listReceipts().at(-1)?.lines ?? [];
}

/** Maps the label of each report line to the amount at its end, without the times of the lists. */
function parseTotals(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name = '', amount = ''] = /^(\S.*?) {2,}(-?\$.*)$/.exec(line) ?? [];
      return amount === '' || /^[\d/-]+ [\d:]+$/.test(name)
        ? []
        : [[name, amount.replace(/[^\d.-]/g, '')]];
    }),
  );
}

/** Returns the number of drawer pulses of each paper that has any. */
function countDrawerPulses(printer: PrinterUnderTest): number[] {
  return printer.jobs
    .map(
      (bytes) => Buffer.from(bytes).toString('latin1').split(PULSE.toString('latin1')).length - 1,
    )
    .filter((count) => count > 0);
}

interface ShiftPage {
  choose(key: LocaleFileKey): Promise<void>;
  /**
   * Enters the count of each bill and coin; calls `checkScreen` at the last field, then submits the
   * count.
   */
  count(pieces: Pieces, checkScreen?: () => Promise<void>): Promise<void>;
}

function createShiftPage(counter: KeyboardCashier, language: Language): ShiftPage {
  return {
    choose: async (key) => {
      const name = getTextBeforePlaceholder(language, key);
      const options = counter.page.getByRole('listbox').getByRole('option');
      await options.filter({ hasText: name }).first().waitFor();
      const names = await options.allInnerTexts();
      const index = names.findIndex((text) => text.startsWith(name));
      await options.first().focus();
      for (let step = 0; step < index; step += 1) await counter.press('ArrowDown');
      await counter.press('Enter');
    },
    count: async (pieces, checkScreen) => {
      // Skips the sum, and counts piece by piece.
      await counter.press('Enter');
      for (const value of PESOS) {
        const count = pieces[value] ?? 0;
        if (count > 0) await counter.type(String(count));
        await counter.press('Enter');
      }
      await checkScreen?.();
      await counter.press('Enter');
    },
  };
}
