import { getText } from '../support/page-texts.ts';
import type { Cashier } from './cashier.ts';

/** Who comes and who goes: by the first letter of a name and its PIN. */

export type Language = 'es-MX' | 'en';
const BY_ITS_NAME = { 'es-MX': 'Español (México)', en: 'English' } as const;

export interface Person {
  readonly letter: string;
  readonly cashierId: string;
  readonly pin: string;
}
export const ANA: Person = { letter: 'A', cashierId: 'ana', pin: '1111' };
export const LUIS: Person = { letter: 'L', cashierId: 'luis', pin: '2222' };
export const CARMEN: Person = { letter: 'C', cashierId: 'carmen', pin: '3333' };

async function names(cashier: Cashier): Promise<void> {
  await cashier.page.getByRole('option', { name: 'Luis' }).waitFor();
}

async function enterPin(cashier: Cashier, { letter, pin }: Person): Promise<void> {
  await cashier.type(letter);
  // What waits beneath a lock has fields of its own.
  await cashier.page.locator('input[type=password]').waitFor();
  await cashier.type(pin);
  await cashier.press('Enter');
}

export async function signIn(cashier: Cashier, person: Person): Promise<void> {
  await names(cashier);
  await cashier.picture('sign-in');
  await enterPin(cashier, person);
  await cashier.sees(/F9/);
}

/** F10 locks the till; whoever comes begins with a customer of her own. */
export async function changeTo(cashier: Cashier, person: Person): Promise<void> {
  await cashier.press('F10');
  await signIn(cashier, person);
}

/** In the middle of a customer: the till is locked, and another cashier goes on in her language. */
export async function takeOver(
  cashier: Cashier,
  person: Person,
  language: Language,
): Promise<void> {
  await cashier.press('F10');
  await names(cashier);
  await switchLanguage(cashier, language);
  await cashier.picture('locked');
  await enterPin(cashier, person);
  await cashier.asks(getText(language, 'lock.takeOver').split('{{')[0]?.trim() ?? '');
  await cashier.picture('take-over');
  await cashier.press('Enter');
}

/** Chooses the till's language where the names are. */
export async function switchLanguage(cashier: Cashier, language: Language): Promise<void> {
  const choice = cashier.page.getByRole('radio', { name: BY_ITS_NAME[language] });
  await choice.focus();
  await cashier.press('Space');
  await cashier.page.locator(`html[lang="${language}"]`).waitFor();
  await names(cashier);
  await cashier.page.getByRole('option').first().focus();
}
