import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMoney, isNegative, type Money, subtract } from '../../shared/money/index.ts';
import { getText, type PageKey } from '../support/page-texts.ts';
import type { Cashier } from './cashier.ts';
import { LUIS } from './staff.ts';

/** What frames the customers of a day: its float, its count, its Z report and its file. */

const words = (key: PageKey): string => getText('es-MX', key);
const fileWords = (key: PageKey): string => getText('es-MX', key);

/** Goes down a list to the row that begins with this name. */
export async function take(cashier: Cashier, name: string): Promise<void> {
  const options = cashier.page.getByRole('listbox').getByRole('option');
  await options.filter({ hasText: name }).first().waitFor();
  const names = await options.allInnerTexts();
  await options.first().focus();
  const place = names.findIndex((one) => one.startsWith(name));
  for (let n = 0; n < place; n += 1) await cashier.press('ArrowDown');
  await cashier.press('Enter');
}

export async function enter(
  cashier: Cashier,
  room: 'shift' | 'daily-file' | 'chain',
): Promise<void> {
  await cashier.press('F7');
  await cashier.asks(getText('es-MX', 'backOffice.title'));
  await take(cashier, getText('es-MX', `backOffice.${room}`));
}

/** How many of each bill and coin, by its value. */
type Pieces = Readonly<Record<string, number>>;

const FLOAT: Pieces = { 500: 1, 200: 1, 100: 2, 50: 1, 20: 1, 10: 2, 5: 1, 1: 5 };

async function valuesOf(cashier: Cashier): Promise<readonly string[]> {
  const { currency, denominations } = await cashier.ask('cash.state', {});
  return denominations.find((one) => one.currency === currency)?.values ?? [];
}

/** A sum in bills and coins: as many of each as go into what is left, the largest first. */
function piecesOf(sum: Money, values: readonly string[]): Pieces {
  const pieces: Record<string, number> = {};
  let left = sum;
  for (const value of values) {
    const piece = createMoney(value, sum.currency);
    let count = 0;
    while (!isNegative(subtract(left, piece))) {
      left = subtract(left, piece);
      count += 1;
    }
    pieces[value] = count;
  }
  return pieces;
}

/** Up to the last piece; behind it is the field for other money. */
async function count(cashier: Cashier, values: readonly string[], pieces: Pieces): Promise<void> {
  // Past the sum, piece by piece.
  for (const value of values) {
    await cashier.press('Enter');
    const number = pieces[value] ?? 0;
    if (number > 0) await cashier.type(String(number));
  }
}

export async function openShift(cashier: Cashier): Promise<void> {
  await enter(cashier, 'shift');
  await take(cashier, words('shift.open'));
  await cashier.asks(words('shift.openTitle'));
  await count(cashier, await valuesOf(cashier), FLOAT);
  await cashier.picture('float');
  await cashier.press('Enter', 'Enter');
  await cashier.sees(words('shift.payOut'));
  await cashier.picture('shift');
}

export async function payOut(cashier: Cashier): Promise<void> {
  await enter(cashier, 'shift');
  await take(cashier, words('shift.payOut'));
  await cashier.asks(words('shift.payOutTitle'));
  await cashier.type('40');
  await cashier.press('Enter');
  await cashier.type('garrafón de agua');
  await cashier.press('Enter');
  await approve(cashier);
  await cashier.sees(words('shift.payOutDone'));
  await cashier.paper('pay-out');
  await cashier.sees(words('shift.paper.printed'));
  await cashier.picture('pay-out');
  await cashier.press('Enter');
  await cashier.sees(words('shift.close'));
}

async function approve(cashier: Cashier): Promise<void> {
  const pin = cashier.page.locator('input[type=password]');
  const names = cashier.page.getByRole('dialog').getByRole('option', { name: 'Luis' });
  await pin.or(names).first().waitFor();
  if (await names.isVisible()) {
    await names.focus();
    await cashier.press('Enter');
  }
  await pin.waitFor();
  await cashier.type(LUIS.pin);
  await cashier.picture('override');
  await cashier.press('Enter');
}

/** The blind count, ten pesos short, and the Z report. */
export async function closeShift(cashier: Cashier): Promise<void> {
  const { shift: open } = await cashier.ask('cash.state', {});
  const { cashierId, pin } = LUIS;
  const { report } = await cashier.ask('cash.xReport', {
    shiftId: open?.id ?? '',
    approval: { cashierId, pin },
  });
  const [pesos] = report.money;
  const short = subtract(createMoney(pesos?.expected ?? '0', 'MXN'), createMoney('10', 'MXN'));
  await enter(cashier, 'shift');
  await take(cashier, words('shift.close'));
  await cashier.asks(words('shift.countTitle'));
  const values = await valuesOf(cashier);
  await count(cashier, values, piecesOf(short, values));
  await cashier.picture('blind-count');
  await cashier.press('Enter', 'Enter');
  await cashier.asks(words('shift.resultTitle'));
  await cashier.type('una moneda de diez');
  await cashier.picture('difference');
  await cashier.press('Enter');
  await cashier.asks(words('shift.reportZ'));
  await cashier.paper('z-report');
  await cashier.sees(words('shift.paper.printed'));
  await cashier.picture('z-report');
  await cashier.press('Escape');
  await cashier.sees(words('shift.none'));
}

/** By whoever may: what the day brought, on the screen and on paper. */
export async function seeEarnings(cashier: Cashier): Promise<void> {
  await cashier.press('F7');
  await cashier.asks(words('backOffice.title'));
  await cashier.press('Control+i');
  await cashier.asks(words('earnings.title'));
  await cashier.page.getByLabel(words('earnings.figures')).waitFor();
  await cashier.picture('earnings');
  await cashier.press('Control+p');
  await cashier.paper('earnings');
  await cashier.sees(words('shift.paper.printed'));
  await cashier.picture('earnings-paper');
  await cashier.press('Escape');
}

/** By whoever may: the day beside the service's own list, and the file as it stands now. */
export async function saveDailyFile(cashier: Cashier, folder: string): Promise<void> {
  await enter(cashier, 'daily-file');
  await cashier.asks(fileWords('dailyFile.title'));
  await cashier.page.getByRole('option').first().waitFor();
  await cashier.picture('daily-file');
  await cashier.press('Enter');
  await cashier.sees(fileWords('dailyFile.notCompared'));
  await cashier.press('F1');
  await cashier.sees(fileWords('dailyFile.same'));
  await cashier.picture('day-compared');
  await cashier.press('Control+o');
  await cashier.page.getByRole('dialog').getByRole('textbox').waitFor();
  await cashier.picture('day-file');
  const { today } = await cashier.ask('reconciliation.state', {});
  // The day is not over: this is the file as it would be now.
  const { name, text, isWhole } = await cashier.ask('reconciliation.preview', { day: today });
  if (!isWhole) throw new Error('the day has more lines than its preview shows');
  writeFileSync(join(folder, name), text);
  await cashier.press('Escape');
}
