import { setTimeout as pause } from 'node:timers/promises';
import type { Keyboard } from '@playwright/test';

/** The till takes six digits for a scanner's input if they arrive as fast as a test types them. */
const CODE_LIKE_PATTERN = /\d(?:[^\d]*\d){5}/;
const KEY_INTERVAL_MS = 65;
/** The till takes a longer text for a scanner's input too, so it is typed in chunks. */
const MAX_CHUNK_LENGTH = 8;

/**
 * Types one key at a time, slowly enough that the till does not take them for a scanner's input.
 */
export async function typeKeyByKey(keyboard: Keyboard, text: string): Promise<void> {
  await keyboard.type(text, { delay: KEY_INTERVAL_MS });
}

/** Types at the pace of a person, so that the till does not take the text for a scanner's input. */
export async function typeAsPerson(keyboard: Keyboard, text: string): Promise<void> {
  if (CODE_LIKE_PATTERN.test(text)) {
    await typeKeyByKey(keyboard, text);
    return;
  }
  for (let offset = 0; offset < text.length; offset += MAX_CHUNK_LENGTH) {
    if (offset > 0) await pause(KEY_INTERVAL_MS);
    await keyboard.type(text.slice(offset, offset + MAX_CHUNK_LENGTH));
  }
}
