import { setTimeout as pause } from 'node:timers/promises';
import type { Keyboard } from '@playwright/test';

/** Six digits that come as fast as a test can type them are a scanner's to the till, */
const CODE_LIKE_PATTERN = /\d(?:[^\d]*\d){5}/;
const KEY_INTERVAL_MS = 65;
/** and so is anything that is longer than this: it is typed in pieces. */
const MAX_CHUNK_LENGTH = 8;

/** Types key by key, each on the screen before the next: none is held back as a scanner's. */
export async function typeKeyByKey(keyboard: Keyboard, text: string): Promise<void> {
  await keyboard.type(text, { delay: KEY_INTERVAL_MS });
}

/** Types as a person does, as far as the till can tell. */
export async function typeAsPerson(keyboard: Keyboard, text: string): Promise<void> {
  if (CODE_LIKE_PATTERN.test(text)) {
    await typeKeyByKey(keyboard, text);
    return;
  }
  for (let at = 0; at < text.length; at += MAX_CHUNK_LENGTH) {
    if (at > 0) await pause(KEY_INTERVAL_MS);
    await keyboard.type(text.slice(at, at + MAX_CHUNK_LENGTH));
  }
}
