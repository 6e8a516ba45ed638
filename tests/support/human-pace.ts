import type { Keyboard } from '@playwright/test';

/** Six digits that come as fast as a test can type them are a scanner's to the till. */
const LIKE_A_CODE = /\d(?:[^\d]*\d){5}/;
const BETWEEN_KEYS_MS = 65;

/** Types as a person does, as far as the till can tell. */
export async function typeAsPerson(keyboard: Keyboard, text: string): Promise<void> {
  await keyboard.type(text, LIKE_A_CODE.test(text) ? { delay: BETWEEN_KEYS_MS } : {});
}
