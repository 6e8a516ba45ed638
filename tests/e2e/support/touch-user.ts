import { expect, type Locator, type Page } from '@playwright/test';
import { getText, type PageKey, toWholeWordPattern } from '../../support/page-texts.ts';

/** A person at a till without a keyboard: taps, and nothing else. In Spanish of Mexico. */
export interface TouchUser {
  readonly page: Page;
  getText(key: PageKey): string;
  expectQuestion(title: PageKey): Promise<void>;
  expectText(words: string | RegExp): Promise<void>;
  tap(target: Locator): Promise<void>;
  /** A row of a list, or a tile. */
  choose(name: string | RegExp): Promise<void>;
  /** A button of the screen or of its dialog. */
  press(name: string | RegExp): Promise<void>;
  /** A button by the key that is written on it. */
  pressKey(key: string): Promise<void>;
  /**
   * The same again and again until it is done, unless it is gone: a result takes nothing in its first
   * moment, and what was pressed before may have been taken.
   */
  pressKeyUntil(key: string, isDone: () => Promise<void>): Promise<void>;
  /** On the keypad, into the field that has the focus. */
  type(text: string): Promise<void>;
  /** As many letters from the end of it. */
  erase(count: number): Promise<void>;
  done(): Promise<void>;
  signIn(who: Credentials): Promise<void>;
}

interface Credentials {
  readonly name: string;
  readonly pin: string;
}

const ACCENTS: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u' };

/** By its first key one sees which layer of the letters' keypad is there. */
const FIRST_KEYS = { letters: 'q', figures: '1', signs: '[' } as const;
type Layer = keyof typeof FIRST_KEYS;

function getLayer(letter: string): Layer {
  if (/^[a-zñ]$/.test(letter)) return 'letters';
  return /^[[\]{}<>^`|~¿¡()"]$/.test(letter) ? 'signs' : 'figures';
}

export function createTouchUser(page: Page): TouchUser {
  const words = (key: PageKey): string => getText('es-MX', key);
  const pad = (): Locator => page.locator('[data-pad]');
  const key = (name: string): Locator => pad().getByRole('button', { name, exact: true });
  const tap = async (target: Locator): Promise<void> => await target.tap();

  const showLayer = async (layer: Layer): Promise<void> => {
    if ((await key(FIRST_KEYS[layer]).count()) > 0) return;
    // The signs are behind the figures.
    if (layer === 'signs') await showLayer('figures');
    await tap(key(words(`keypad.layer.${layer}`)));
  };

  /** The key that types it, once the layer that has it is there. */
  const typeOne = async (one: string): Promise<void> => {
    if (one === ' ') return await tap(key(words('keypad.space')));
    const lower = one.toLocaleLowerCase('es');
    const letter = ACCENTS[lower] ?? lower;
    if ((await pad().getAttribute('data-pad')) === 'letters') {
      if ((await key(one).count()) === 0) await showLayer(getLayer(letter));
      if (lower !== one) await tap(key(words('keypad.shift')));
      if (letter !== lower) await tap(key(words('keypad.accent')));
    }
    await tap(key(one));
  };

  const keyed = (name: string): Locator =>
    page.locator(`[aria-keyshortcuts="${name}" i]:visible`).first();

  const finger: TouchUser = {
    page,
    getText: words,
    tap,
    expectQuestion: (title) =>
      expect(page.getByRole('heading', { level: 1 })).toContainText(words(title)),
    expectText: (said) =>
      page
        .getByText(typeof said === 'string' ? toWholeWordPattern(said) : said)
        .filter({ visible: true })
        .first()
        .waitFor(),
    choose: (name) => tap(page.getByRole('option', { name }).first()),
    press: (name) => tap(page.locator('main, [role=dialog]').getByRole('button', { name }).first()),
    pressKey: (name) => tap(keyed(name)),
    pressKeyUntil: (name, isDone) =>
      expect(async () => {
        if (await keyed(name).isVisible()) await keyed(name).tap({ timeout: 5_000 });
        await isDone();
      }).toPass(),
    type: async (text) => {
      await pad().waitFor();
      for (const one of text) await typeOne(one);
    },
    erase: async (count) => {
      for (let n = 0; n < count; n += 1) await tap(key(words('keypad.erase')));
    },
    done: () => tap(key(words('keypad.enter'))),
    signIn: async (who) => {
      await finger.choose(who.name);
      await finger.type(who.pin);
      await finger.done();
      await finger.expectQuestion('home.title');
    },
  };
  return finger;
}

const KEYS = 'keysOfTest';

/** Counts the keys of a keyboard; the keypad's taps are none. */
export async function startKeyCounter(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate((name) => {
    Reflect.set(window, name, 0);
    window.addEventListener('keydown', ({ isTrusted }) => {
      if (isTrusted) Reflect.set(window, name, Number(Reflect.get(window, name)) + 1);
    });
  }, KEYS);
  return () => page.evaluate((name) => Reflect.get(window, name), KEYS);
}
