import { getTextBeforePlaceholder } from '../support/page-texts.ts';
import type { Cashier } from './cashier.ts';

/** Cashiers who sign in and out, by the first letter of a name and a PIN. */

export type Language = 'es-MX' | 'en';
const LANGUAGE_NAMES = { 'es-MX': 'Español (México)', en: 'English' } as const;

export interface DemoCashier {
  readonly letter: string;
  readonly cashierId: string;
  readonly pin: string;
}
export const ANA: DemoCashier = { letter: 'A', cashierId: 'ana', pin: '1111' };
export const LUIS: DemoCashier = { letter: 'L', cashierId: 'luis', pin: '2222' };
export const CARMEN: DemoCashier = { letter: 'C', cashierId: 'carmen', pin: '3333' };

async function waitForNames(cashier: Cashier): Promise<void> {
  await cashier.page.getByRole('option', { name: 'Luis' }).waitFor();
}

async function enterPin(cashier: Cashier, { letter, pin }: DemoCashier): Promise<void> {
  await cashier.type(letter);
  // The screen beneath a lock has its own fields.
  await cashier.page.locator('input[type=password]').waitFor();
  await cashier.type(pin);
  await cashier.press('Enter');
}

export async function signIn(cashier: Cashier, person: DemoCashier): Promise<void> {
  await waitForNames(cashier);
  await cashier.takePicture('sign-in');
  await enterPin(cashier, person);
  await cashier.expectText(/F9/);
}

/** Locks the till with F10, and signs in another cashier, who begins with her own customer. */
export async function switchCashier(cashier: Cashier, person: DemoCashier): Promise<void> {
  await cashier.press('F10');
  await signIn(cashier, person);
}

/** Locks the till during a sale, and lets another cashier continue it in her language. */
export async function takeOver(
  cashier: Cashier,
  person: DemoCashier,
  language: Language,
): Promise<void> {
  await cashier.press('F10');
  await waitForNames(cashier);
  await switchLanguage(cashier, language);
  await cashier.takePicture('locked');
  await enterPin(cashier, person);
  await cashier.expectQuestion(
    getTextBeforePlaceholder(language, 'lock.takeOver').split('{{')[0]?.trim() ?? '',
  );
  await cashier.takePicture('take-over');
  await cashier.press('Enter');
}

/** Chooses the till's language on the sign-in screen. */
export async function switchLanguage(cashier: Cashier, language: Language): Promise<void> {
  const choice = cashier.page.getByRole('radio', { name: LANGUAGE_NAMES[language] });
  await choice.focus();
  await cashier.press('Space');
  await cashier.page.locator(`html[lang="${language}"]`).waitFor();
  await waitForNames(cashier);
  await cashier.page.getByRole('option').first().focus();
}
