import customerTexts from '../../shared/locales/es-MX/customer-screen.json' with { type: 'json' };
import { getTextBeforePlaceholder, type LocaleFileKey } from '../support/page-texts.ts';
import type { Cashier } from './cashier.ts';
import type { Language } from './demo-cashiers.ts';
import { goToCash } from './flow-scenes.ts';

/** The payment of a bill, from the home screen to the confirm step. */

/** Returns a text of the page up to its first placeholder. */
export function getTextPrefix(language: Language, key: LocaleFileKey): string {
  return getTextBeforePlaceholder(language, key).split('{{')[0]?.trim() ?? '';
}

export async function findBill(cashier: Cashier): Promise<void> {
  await cashier.expectQuestion(getTextBeforePlaceholder('es-MX', 'home.title'));
  await cashier.type('cfe com');
  await cashier.page.getByRole('option', { name: 'CFE' }).first().waitFor();
}

export interface Bill {
  readonly account: string;
  readonly cash: string;
  readonly hasPictures: boolean;
}

/** Goes from the chosen biller to the confirm step. */
export async function goToConfirm(cashier: Cashier, bill: Bill): Promise<void> {
  const takePicture = async (name: string): Promise<void> => {
    if (bill.hasPictures) await cashier.takePicture(name);
  };
  await cashier.press('Enter');
  await cashier.expectText(getTextBeforePlaceholder('es-MX', 'pay.account.account_number'));
  await cashier.type(bill.account);
  await takePicture('account');
  await cashier.press('Enter');
  await enterCash(cashier, 'es-MX', bill);
}

export async function enterCash(cashier: Cashier, language: Language, bill: Bill): Promise<void> {
  await goToCash(cashier, language);
  await cashier.type(bill.cash);
  if (bill.hasPictures) await cashier.takePicture('cash');
  await cashier.press('Enter');
  await cashier.expectQuestion(getTextBeforePlaceholder(language, 'pay.confirm.title'));
  if (bill.hasPictures) {
    await cashier.takePicture('confirm');
    await cashier.takeCustomerPicture(
      'confirm-for-the-customer',
      customerTexts['customerScreen.change'],
    );
  }
}
