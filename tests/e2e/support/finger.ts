import { expect, type Locator, type Page } from '@playwright/test';
import { asWritten, type PageKey, textOf } from '../../support/words-of.ts';

/** A person at a till without a keyboard: taps, and nothing else. In Spanish of Mexico. */
export interface Finger {
  words(key: PageKey): string;
  asks(title: PageKey): Promise<void>;
  sees(words: string | RegExp): Promise<void>;
  tap(target: Locator): Promise<void>;
  /** A row of a list, or a tile. */
  choose(name: string | RegExp): Promise<void>;
  /** A button of the screen or of its dialog. */
  press(name: string | RegExp): Promise<void>;
  /** A button by the key that is written on it. */
  pressKey(key: string): Promise<void>;
  /** The same, unless it is gone: what was pressed before may have been taken. */
  pressKeyIfThere(key: string): Promise<void>;
  /** On the keypad, into the field that has the focus. */
  type(text: string): Promise<void>;
  done(): Promise<void>;
}

const ACCENTS: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u' };

export function createFinger(page: Page): Finger {
  const words = (key: PageKey): string => textOf('es-MX', key);
  const pad = (): Locator => page.locator('[data-pad]');
  const key = (name: string): Locator => pad().getByRole('button', { name, exact: true });
  const tap = async (target: Locator): Promise<void> => await target.tap();

  /** The key that types it, once the layer that has it is there. */
  const typeOne = async (one: string): Promise<void> => {
    if (one === ' ') return await tap(key(words('keypad.space')));
    const lower = one.toLocaleLowerCase('es');
    const letter = ACCENTS[lower] ?? lower;
    if ((await pad().getAttribute('data-pad')) === 'letters') {
      const isLetter = /^[a-zñ]$/.test(letter);
      const wanted = words(isLetter ? 'keypad.layer.letters' : 'keypad.layer.figures');
      if ((await key(isLetter ? 'q' : '1').count()) === 0 && (await key(one).count()) === 0) {
        await tap(key(wanted));
      }
      if (lower !== one) await tap(key(words('keypad.shift')));
      if (letter !== lower) await tap(key(words('keypad.accent')));
    }
    await tap(key(one));
  };

  const keyed = (name: string): Locator =>
    page.locator(`[aria-keyshortcuts="${name}" i]:visible`).first();

  return {
    words,
    tap,
    asks: (title) => expect(page.getByRole('heading', { level: 1 })).toContainText(words(title)),
    sees: (said) =>
      page
        .getByText(typeof said === 'string' ? asWritten(said) : said)
        .filter({ visible: true })
        .first()
        .waitFor(),
    choose: (name) => tap(page.getByRole('option', { name }).first()),
    press: (name) => tap(page.locator('main, [role=dialog]').getByRole('button', { name }).first()),
    pressKey: (name) => tap(keyed(name)),
    pressKeyIfThere: async (name) => {
      if (await keyed(name).isVisible()) await keyed(name).tap({ timeout: 5_000 });
    },
    type: async (text) => {
      await pad().waitFor();
      for (const one of text) await typeOne(one);
    },
    done: () => tap(key(words('keypad.enter'))),
  };
}

const KEYS = 'keysOfTest';

/** Counts the keys of a keyboard; the keypad's taps are none. */
export async function countKeys(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate((name) => {
    Reflect.set(window, name, 0);
    window.addEventListener('keydown', ({ isTrusted }) => {
      if (isTrusted) Reflect.set(window, name, Number(Reflect.get(window, name)) + 1);
    });
  }, KEYS);
  return () => page.evaluate((name) => Reflect.get(window, name), KEYS);
}
