import type { Locator, Page } from '@playwright/test';
import type { Language } from '../../shared/contract/index.ts';
import { getCashTexts, getReceiptTexts } from '../../shared/i18n/index.ts';
import {
  approve,
  CASH_OUT_BILLER,
  cancelNewest,
  type FlowContext,
  payBill,
  payCashOut,
  sellGiftCard,
  sellTopUp,
} from './support/flows.ts';
import {
  type Counter,
  expect,
  expectScreenInOrder,
  getLanguages,
  getText,
  openBackOfficePage,
  type PageKey,
  type PrinterUnderTest,
  printerTest as test,
} from './support/index.ts';

/**
 * A whole day of one cashier: the float, each kind of transaction, a cancel, a pay-in, a pay-out and
 * the drawer by a supervisor's override, X, the blind count, Z.
 */

const PULSE = Buffer.from([0x1b, 0x70, 0x00]);
const PESOS = ['1000', '500', '200', '100', '50', '20', '10', '5', '2', '1', '0.50'] as const;
/** Above the line over the actions. */
const MIN_GAP_PX = 16;
type Pieces = Readonly<Partial<Record<(typeof PESOS)[number], number>>>;

for (const language of getLanguages('day')) {
  test.describe(`a day in ${language}`, () => {
    test.use({
      serviceVersion: 'v1.6',
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

    test('adds up from its float to its Z report, which prints again for ever', async ({
      counter,
      till,
      printer,
      service,
    }) => {
      test.slow();
      const words = (key: PageKey): string => getText(language, key);
      const paper = getCashTexts(language);
      const room = createShiftRoom(counter, language);
      const looks = (): Promise<void> => expectScreenInOrder(till.page, language);
      const cashier: FlowContext = {
        counter,
        till,
        language,
        version: 'v1.6',
        looks: async () => {},
      };
      await counter.signIn('Beto', '2222');

      // No money before the float: the shift is offered where the payment begins.
      await till.page.getByRole('combobox').fill('telmex');
      await till.page
        .getByRole('option', { name: /Telmex/ })
        .first()
        .waitFor();
      await till.page.getByRole('combobox').focus();
      await counter.press('Enter');
      await counter.expectText(words('shift.openNow'));
      await looks();
      await counter.press('Enter');
      await counter.expectQuestion(words('shift.openTitle'));
      await looks();
      await room.count({ '500': 1, '100': 2, '0.50': 3 });
      await counter.expectText(counter.getText('pay.account.phone_number'));
      await counter.goToConfirm({ account: '8112345671', amount: '150' });
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('pay.paid.titleExact'));
      await counter.nextCustomer();

      await test.step('a bill that is taken back', async () => {
        await payBill(cashier);
        await cancelNewest(cashier);
      });
      await test.step('top-up', () => sellTopUp(cashier));
      await test.step('gift card', () => sellGiftCard(cashier));
      await test.step('cash-out', () => payCashOut(cashier));
      // What the service performed: each once, and nothing else.
      const { transactions } = await service.inspect();
      const performed = ['150.00', '120.00', '30.00', '100.00', '300.00'];
      expect(transactions.map(({ amount }) => amount)).toEqual(performed);

      await openBackOfficePage(counter, language, 'shift');
      await looks();
      await room.choose('shift.payIn');
      await counter.type('100');
      await counter.press('Enter');
      await counter.type('cambio');
      await counter.press('Enter');
      await counter.expectText(words('shift.payInDone'));
      await counter.expectText(words('shift.paper.printed'));
      await looks();
      await counter.press('Enter');

      await room.choose('shift.payOut');
      await counter.type('40.50');
      await counter.press('Enter');
      await counter.type('garrafón');
      await looks();
      await counter.press('Enter');
      await approve(cashier, null);
      await counter.expectText(words('shift.payOutDone'));
      await counter.expectText(words('shift.paper.printed'));
      await counter.press('Enter');

      await room.choose('shift.drawer');
      await counter.type('cambio');
      await counter.press('Enter');
      await approve(cashier, null);
      await counter.expectText(words('shift.drawerDone'));
      await counter.expectText(words('shift.paper.printed'));
      // Four sales in cash, the cancel, the cash-out, the pay-in, the pay-out and this: once each.
      await expect.poll(() => pulses(printer)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
      await counter.press('Enter');

      const done = {
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
      await room.choose('shift.x');
      await counter.press('Enter');
      await approve(cashier, null);
      await counter.expectText(paper.expected);
      await counter.expectText(/741\.00/);
      await counter.pressAndWait('Control+p');
      await counter.expectText(words('shift.paper.printed'));
      await looks();
      expect(sumsOn(newest(printer))).toEqual(done);
      await counter.press('Escape');

      await room.choose('shift.close');
      await counter.expectQuestion(words('shift.countTitle'));
      // Blind: what should be there is nowhere on the screen.
      await expect(till.page.locator('body')).not.toContainText('741.00');
      await room.count({ '500': 1, '200': 1 }, looks);
      await counter.expectQuestion(words('shift.resultTitle'));
      await counter.expectText(/741\.00/);
      await counter.type('dos billetes de veinte');
      await looks();
      await counter.press('Enter');
      await counter.expectQuestion(words('shift.reportZ').split('{{')[0]?.trim() ?? '');
      await counter.expectText(words('shift.paper.printed'));
      await looks();
      await expect(till.page.getByRole('article')).toContainText(paper.missing);
      await standsClear(till.page, paper.missing);

      const z = newest(printer);
      expect(z.join('\n')).toMatch(new RegExp(`${paper.z} 1`));
      expect(z.join('\n')).toContain('dos billetes de veinte');
      expect(sumsOn(z)).toEqual({
        ...done,
        [paper.counted]: '700.00',
        [paper.missing]: '41.00',
        '1 x 500': '500.00',
        '1 x 200': '200.00',
      });
      const papers = printer.receipts().length;
      await counter.pressAndWait('Control+p');
      await expect.poll(() => printer.receipts().length).toBe(papers + 1);
      const copy = newest(printer);
      expect(copy.join('\n')).toContain(getReceiptTexts(language).copy);
      // Between its marks, and without those of the sandbox, the copy is the very same paper.
      const plain = (lines: readonly string[]): string[] =>
        lines.filter(
          (line) => !line.includes(getReceiptTexts(language).notValid.sandbox) && line !== '',
        );
      expect(plain(copy).slice(2, -1)).toEqual(plain(z));

      await counter.press('Escape');
      await counter.expectText(words('shift.none'));
      await room.choose('shift.z');
      await counter.press('Enter');
      await approve(cashier, null);
      await till.page.getByRole('option').first().waitFor();
      await looks();
      await counter.press('Enter');
      await counter.expectText('dos billetes de veinte');
    });
  });
}

/** What the count differs by is read without scrolling; neither it nor the report's end meets the line. */
async function standsClear(page: Page, name: string): Promise<void> {
  const main = page.getByRole('main');
  const edges = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect());
  const bar = await edges(main.locator('footer'));
  const difference = await edges(main.getByText(name, { exact: true }));
  expect(bar.top - difference.bottom).toBeGreaterThanOrEqual(MIN_GAP_PX);
  const before = await main.evaluate((form) => {
    const top = form.scrollTop;
    form.scrollTop = form.scrollHeight;
    return top;
  });
  const last = await edges(main.locator('section > div > :last-child').first());
  expect(bar.top - last.bottom).toBeGreaterThanOrEqual(MIN_GAP_PX);
  await main.evaluate((form, top) => {
    form.scrollTop = top;
  }, before);
}

function newest(printer: PrinterUnderTest): readonly string[] {
  return printer.receipts().at(-1)?.lines ?? [];
}

/** What stands at the end of a report's lines, by what stands before it; the lists' times left out. */
function sumsOn(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name = '', sum = ''] = /^(\S.*?) {2,}(-?\$.*)$/.exec(line) ?? [];
      return sum === '' || /^[\d/-]+ [\d:]+$/.test(name)
        ? []
        : [[name, sum.replace(/[^\d.-]/g, '')]];
    }),
  );
}

/** How often each paper opened the drawer, of those that did. */
function pulses(printer: PrinterUnderTest): number[] {
  return printer.jobs
    .map(
      (bytes) => Buffer.from(bytes).toString('latin1').split(PULSE.toString('latin1')).length - 1,
    )
    .filter((count) => count > 0);
}

interface ShiftRoom {
  choose(key: PageKey): Promise<void>;
  /** Bill by bill, coin by coin; `looks` at the last field, and then gives the count. */
  count(pieces: Pieces, looks?: () => Promise<void>): Promise<void>;
}

function createShiftRoom(counter: Counter, language: Language): ShiftRoom {
  return {
    choose: async (key) => {
      const name = getText(language, key);
      const options = counter.page.getByRole('listbox').getByRole('option');
      await options.filter({ hasText: name }).first().waitFor();
      const names = await options.allInnerTexts();
      const place = names.findIndex((one) => one.startsWith(name));
      await options.first().focus();
      for (let n = 0; n < place; n += 1) await counter.press('ArrowDown');
      await counter.press('Enter');
    },
    count: async (pieces, looks) => {
      // Past the sum, piece by piece.
      await counter.press('Enter');
      for (const value of PESOS) {
        const count = pieces[value] ?? 0;
        if (count > 0) await counter.type(String(count));
        await counter.press('Enter');
      }
      await looks?.();
      await counter.press('Enter');
    },
  };
}
