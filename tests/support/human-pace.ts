import { setTimeout as pause } from 'node:timers/promises';
import type { Keyboard } from '@playwright/test';

/** Six digits that come as fast as a test can type them are a scanner's to the till, */
const LIKE_A_CODE = /\d(?:[^\d]*\d){5}/;
const BETWEEN_KEYS_MS = 65;
/** and so is anything that is longer than this: it is typed in pieces. */
const MOST_AT_ONCE = 8;

/** Types key by key, each on the screen before the next: none is held back as a scanner's. */
export async function typeKeyByKey(keyboard: Keyboard, text: string): Promise<void> {
  await keyboard.type(text, { delay: BETWEEN_KEYS_MS });
}

/** Types as a person does, as far as the till can tell. */
export async function typeAsPerson(keyboard: Keyboard, text: string): Promise<void> {
  if (LIKE_A_CODE.test(text)) {
    await typeKeyByKey(keyboard, text);
    return;
  }
  for (let at = 0; at < text.length; at += MOST_AT_ONCE) {
    if (at > 0) await pause(BETWEEN_KEYS_MS);
    await keyboard.type(text.slice(at, at + MOST_AT_ONCE));
  }
}
