import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMoney, isNegative, type Money, subtract } from '../../shared/money/index.ts';
import { getTextBeforePlaceholder, type LocaleFileKey } from '../support/page-texts.ts';
import type { Cashier } from './cashier.ts';
import { LUIS } from './demo-cashiers.ts';

/**
 * The parts of a day besides its customers: the float, the count, the Z report and the daily file.
 */

const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder('es-MX', key);
const getFileText = (key: LocaleFileKey): string => getTextBeforePlaceholder('es-MX', key);

/** Chooses the row of a list that begins with this name. */
export async function chooseOption(cashier: Cashier, name: string): Promise<void> {
  const options = cashier.page.getByRole('listbox').getByRole('option');
  await options.filter({ hasText: name }).first().waitFor();
  const names = await options.allInnerTexts();
  await options.first().focus();
  const index = names.findIndex((option) => option.startsWith(name));
  for (let step = 0; step < index; step += 1) await cashier.press('ArrowDown');
  await cashier.press('Enter');
}

export async function openPage(
  cashier: Cashier,
  backOfficePage: 'shift' | 'daily-file' | 'chain',
): Promise<void> {
  await cashier.press('F7');
  await cashier.expectQuestion(getTextBeforePlaceholder('es-MX', 'backOffice.title'));
  await chooseOption(cashier, getTextBeforePlaceholder('es-MX', `backOffice.${backOfficePage}`));
}

/** The number of each bill and coin, by value. */
type Pieces = Readonly<Record<string, number>>;

const FLOAT: Pieces = { 500: 1, 200: 1, 100: 2, 50: 1, 20: 1, 10: 2, 5: 1, 1: 5 };

async function readDenominations(cashier: Cashier): Promise<readonly string[]> {
  const { currency, denominations } = await cashier.callTill('cash.state', {});
  return denominations.find((denomination) => denomination.currency === currency)?.values ?? [];
}

/** Converts a sum to bills and coins, the largest first. */
function toPieces(sum: Money, values: readonly string[]): Pieces {
  const pieces: Record<string, number> = {};
  let remainder = sum;
  for (const value of values) {
    const pieceValue = createMoney(value, sum.currency);
    let count = 0;
    while (!isNegative(subtract(remainder, pieceValue))) {
      remainder = subtract(remainder, pieceValue);
      count += 1;
    }
    pieces[value] = count;
  }
  return pieces;
}

/** Enters the count up to the last denomination; after it is the field for other money. */
async function enterCount(
  cashier: Cashier,
  values: readonly string[],
  pieces: Pieces,
): Promise<void> {
  // Skips the sum, and counts piece by piece.
  for (const value of values) {
    await cashier.press('Enter');
    const number = pieces[value] ?? 0;
    if (number > 0) await cashier.type(String(number));
  }
}

export async function openShift(cashier: Cashier): Promise<void> {
  await openPage(cashier, 'shift');
  await chooseOption(cashier, getPageText('shift.open'));
  await cashier.expectQuestion(getPageText('shift.openTitle'));
  await enterCount(cashier, await readDenominations(cashier), FLOAT);
  await cashier.takePicture('float');
  await cashier.press('Enter', 'Enter');
  await cashier.expectText(getPageText('shift.payOut'));
  await cashier.takePicture('shift');
}

export async function payOut(cashier: Cashier): Promise<void> {
  await openPage(cashier, 'shift');
  await chooseOption(cashier, getPageText('shift.payOut'));
  await cashier.expectQuestion(getPageText('shift.payOutTitle'));
  await cashier.type('40');
  await cashier.press('Enter');
  await cashier.type('garrafón de agua');
  await cashier.press('Enter');
  await approve(cashier);
  await cashier.expectText(getPageText('shift.payOutDone'));
  await cashier.takePaper('pay-out');
  await cashier.expectText(getPageText('shift.paper.printed'));
  await cashier.takePicture('pay-out');
  await cashier.press('Enter');
  await cashier.expectText(getPageText('shift.close'));
}

/** The till asks between two customers, because the drawer holds more than the limit. */
export async function putCashIntoSafe(cashier: Cashier): Promise<void> {
  await cashier.expectText(getPageText('home.drop'));
  await cashier.takePicture('drop-due');
  await cashier.press('Control+O');
  await cashier.expectQuestion(getPageText('shift.dropTitle'));
  await cashier.type('1000');
  await cashier.press('Enter');
  await cashier.expectText(getPageText('shift.dropDone'));
  await cashier.takePaper('drop');
  await cashier.expectText(getPageText('shift.paper.printed'));
  await cashier.takePicture('drop');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('home.title'));
}

/** From the payment that is open in the history. */
export async function openClaim(cashier: Cashier): Promise<void> {
  await cashier.press('Control+R');
  await cashier.expectQuestion(getPageText('claims.noteQuestion.open'));
  await cashier.type('El recibo sigue sin aparecer en CFE');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('claims.whenTitle'));
  await cashier.takePicture('claim-day');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('claims.one'));
  await chooseOption(cashier, getPageText('claims.print'));
  await cashier.takePaper('claim-sheet');
  await cashier.expectText(getPageText('shift.paper.printed'));
  await cashier.takePicture('claim');
  await cashier.press('Escape');
  await cashier.expectText(getPageText('claims.see'));
}

async function approve(cashier: Cashier): Promise<void> {
  const pin = cashier.page.locator('input[type=password]');
  const nameOption = cashier.page.getByRole('dialog').getByRole('option', { name: 'Luis' });
  await pin.or(nameOption).first().waitFor();
  if (await nameOption.isVisible()) {
    await nameOption.focus();
    await cashier.press('Enter');
  }
  await pin.waitFor();
  await cashier.type(LUIS.pin);
  await cashier.takePicture('override');
  await cashier.press('Enter');
}

/** Counts blind, ten pesos short, and prints the Z report. */
export async function closeShift(cashier: Cashier): Promise<void> {
  const { shift: openShiftRecord } = await cashier.callTill('cash.state', {});
  const { cashierId, pin } = LUIS;
  const { report } = await cashier.callTill('cash.xReport', {
    shiftId: openShiftRecord?.id ?? '',
    approval: { cashierId, pin },
  });
  const [pesos] = report.money;
  const shortAmount = subtract(
    createMoney(pesos?.expected ?? '0', 'MXN'),
    createMoney('10', 'MXN'),
  );
  await openPage(cashier, 'shift');
  await chooseOption(cashier, getPageText('shift.close'));
  await cashier.expectQuestion(getPageText('shift.countTitle'));
  const values = await readDenominations(cashier);
  await enterCount(cashier, values, toPieces(shortAmount, values));
  await cashier.takePicture('blind-count');
  await cashier.press('Enter', 'Enter');
  await cashier.expectQuestion(getPageText('shift.resultTitle'));
  await cashier.type('una moneda de diez');
  await cashier.takePicture('difference');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('shift.reportZ'));
  await cashier.takePaper('z-report');
  await cashier.expectText(getPageText('shift.paper.printed'));
  await cashier.takePicture('z-report');
  await cashier.press('Escape');
  await cashier.expectText(getPageText('shift.none'));
}

/** Shows the earnings of the day, on the screen and on paper. The cashier needs the permission. */
export async function showEarnings(cashier: Cashier): Promise<void> {
  await cashier.press('F7');
  await cashier.expectQuestion(getPageText('backOffice.title'));
  await cashier.press('Control+i');
  await cashier.expectQuestion(getPageText('earnings.title'));
  await cashier.page.getByLabel(getPageText('earnings.figures')).waitFor();
  await cashier.takePicture('earnings');
  await cashier.press('Control+p');
  await cashier.takePaper('earnings');
  await cashier.expectText(getPageText('shift.paper.printed'));
  await cashier.takePicture('earnings-paper');
  await cashier.press('Escape');
}

/**
 * Compares the day with the service's list, and saves the current file. The cashier needs the
 * permission.
 */
export async function saveDailyFile(cashier: Cashier, folder: string): Promise<void> {
  await openPage(cashier, 'daily-file');
  await cashier.expectQuestion(getFileText('dailyFile.title'));
  await cashier.page.getByRole('option').first().waitFor();
  await cashier.takePicture('daily-file');
  await cashier.press('Enter');
  await cashier.expectText(getFileText('dailyFile.notCompared'));
  await cashier.press('F1');
  await cashier.expectText(getFileText('dailyFile.allEqual'));
  await cashier.takePicture('day-compared');
  await cashier.press('Control+o');
  await cashier.page.getByRole('dialog').getByRole('textbox').waitFor();
  await cashier.takePicture('day-file');
  const { today } = await cashier.callTill('reconciliation.state', {});
  // The day has not ended: this is the file as of now.
  const { name, text, isWhole } = await cashier.callTill('reconciliation.preview', { day: today });
  if (!isWhole) throw new Error('the day has more lines than its preview shows');
  writeFileSync(join(folder, name), text);
  await cashier.press('Escape');
}
