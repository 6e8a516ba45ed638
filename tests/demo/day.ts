import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionary as backOffice } from '../../renderer/features/back-office/dictionary.ts';
import { dictionary as dailyFile } from '../../renderer/features/daily-file/dictionary.ts';
import { dictionary as shift } from '../../renderer/features/shift/dictionary.ts';
import { money, subtract } from '../../shared/money/index.ts';
import type { Cashier } from './cashier.ts';

/** What frames the customers of a day: its float, its count, its Z report and its file. */

const SUPERVISOR = { cashierId: 'luis', pin: '2222' } as const;
/** Fields of the count before «other money», in Mexican pesos. */
const PIECES = 11;

const words = (key: keyof (typeof shift)['es-MX']): string =>
  shift['es-MX'][key].split('{{')[0]?.trim() ?? '';

/** Goes down a list to the row that begins with this name. */
async function take(cashier: Cashier, name: string): Promise<void> {
  const options = cashier.page.getByRole('listbox').getByRole('option');
  await options.filter({ hasText: name }).first().waitFor();
  const names = await options.allInnerTexts();
  await options.first().focus();
  const place = names.findIndex((one) => one.startsWith(name));
  for (let n = 0; n < place; n += 1) await cashier.press('ArrowDown');
  await cashier.press('Enter');
}

async function enter(cashier: Cashier, room: 'shift' | 'daily-file'): Promise<void> {
  await cashier.press('F7');
  await cashier.page.getByRole('listbox').waitFor();
  await cashier.picture('behind-the-counter');
  await take(cashier, backOffice['es-MX'][`backOffice.${room}`]);
}

export async function openShift(cashier: Cashier): Promise<void> {
  await enter(cashier, 'shift');
  await take(cashier, words('shift.open'));
  await cashier.sees(words('shift.openTitle'));
  for (const pieces of ['', '1', '2', '1']) {
    if (pieces !== '') await cashier.type(pieces);
    await cashier.press('Enter');
  }
  await cashier.picture('float');
  for (let n = 4; n < PIECES; n += 1) await cashier.press('Enter');
  await cashier.press('Enter');
  await cashier.sees(words('shift.payOut'));
  await cashier.picture('shift');
}

export async function payOut(cashier: Cashier): Promise<void> {
  await take(cashier, words('shift.payOut'));
  await cashier.sees(words('shift.payOutTitle'));
  await cashier.type('40');
  await cashier.press('Enter');
  await cashier.type('garrafón de agua');
  await cashier.press('Enter');
  await approve(cashier);
  await cashier.sees(words('shift.payOutDone'));
  await cashier.picture('pay-out');
  await cashier.press('Enter');
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
  await cashier.type(SUPERVISOR.pin);
  await cashier.press('Enter');
}

/** The blind count, ten pesos short, and the Z report. */
export async function closeShift(cashier: Cashier, folder: string): Promise<void> {
  const { shift: open } = await cashier.ask('cash.state', {});
  const shiftId = open?.id ?? '';
  await enter(cashier, 'shift');
  await payOut(cashier);
  const { report } = await cashier.ask('cash.xReport', { shiftId, approval: SUPERVISOR });
  const [pesos] = report.money;
  const counted = subtract(money(pesos?.expected ?? '0', 'MXN'), money('10', 'MXN')).amount;
  await take(cashier, words('shift.close'));
  await cashier.sees(words('shift.countTitle'));
  for (let n = 0; n < PIECES; n += 1) await cashier.press('Enter');
  await cashier.type(counted);
  await cashier.picture('blind-count');
  await cashier.press('Enter');
  await cashier.sees(words('shift.resultTitle'));
  await cashier.type('una moneda de diez');
  await cashier.picture('difference');
  await cashier.press('Enter');
  await cashier.sees(words('shift.reportZ'));
  const paper = cashier.page.getByRole('article').last();
  await paper.waitFor();
  await cashier.picture('z-report');
  writeFileSync(join(folder, 'receipts', 'z-report.txt'), `${await paper.innerText()}\n`);
  await cashier.press('Escape');
}

/** By whoever may: what goes to the service at night, saved as it stands now. */
export async function saveDailyFile(cashier: Cashier, folder: string): Promise<void> {
  await enter(cashier, 'daily-file');
  await cashier.sees(dailyFile['es-MX']['dailyFile.title']);
  await cashier.picture('daily-file');
  const { today } = await cashier.ask('reconciliation.state', {});
  // The day is not over: this is the file as it would be now.
  const { name, text } = await cashier.ask('reconciliation.preview', { day: today });
  writeFileSync(join(folder, name), text);
  await cashier.press('F2');
}
