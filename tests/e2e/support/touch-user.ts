import { expect, type Locator, type Page } from '@playwright/test';
import {
  getTextBeforePlaceholder,
  type LocaleFileKey,
  toWholeWordPattern,
} from '../../support/page-texts.ts';

/** A person at a till without a keyboard, who only taps. In Spanish (Mexico). */
export interface TouchUser {
  readonly page: Page;
  getText(key: LocaleFileKey): string;
  expectQuestion(title: LocaleFileKey): Promise<void>;
  expectText(text: string | RegExp): Promise<void>;
  tap(target: Locator): Promise<void>;
  /** Taps a row of a list, or a tile. */
  choose(name: string | RegExp): Promise<void>;
  /** Taps a button of the screen or of its dialog. */
  press(name: string | RegExp): Promise<void>;
  /** Taps a button, found by the key that is written on it. */
  pressKey(key: string): Promise<void>;
  /**
   * Taps the button until `isDone` resolves or the button is gone: a result ignores input at first,
   * and an earlier tap may have worked.
   */
  pressKeyUntil(key: string, isDone: () => Promise<void>): Promise<void>;
  /** Types on the keypad, into the focused field. */
  type(text: string): Promise<void>;
  /** Erases this many characters from the end. */
  erase(count: number): Promise<void>;
  pressEnterKey(): Promise<void>;
  signIn(credentials: Credentials): Promise<void>;
}

interface Credentials {
  readonly name: string;
  readonly pin: string;
}

const ACCENTS: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u' };

/** The first key identifies the current layer of the keypad. */
const FIRST_KEYS = { letters: 'q', figures: '1', signs: '[' } as const;
type Layer = keyof typeof FIRST_KEYS;

function getLayer(letter: string): Layer {
  if (/^[a-zñ]$/.test(letter)) return 'letters';
  return /^[[\]{}<>^`|~¿¡()"]$/.test(letter) ? 'signs' : 'figures';
}

export function createTouchUser(page: Page): TouchUser {
  const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder('es-MX', key);
  const getKeypad = (): Locator => page.locator('[data-pad]');
  const getPadKey = (name: string): Locator =>
    getKeypad().getByRole('button', { name, exact: true });
  const tap = async (target: Locator): Promise<void> => await target.tap();

  const showLayer = async (layer: Layer): Promise<void> => {
    if ((await getPadKey(FIRST_KEYS[layer]).count()) > 0) return;
    // The signs layer opens from the figures layer.
    if (layer === 'signs') await showLayer('figures');
    await tap(getPadKey(getPageText(`keypad.layer.${layer}`)));
  };

  /** Taps the key that types a character, after opening its layer. */
  const typeCharacter = async (character: string): Promise<void> => {
    if (character === ' ') return await tap(getPadKey(getPageText('keypad.space')));
    const lower = character.toLocaleLowerCase('es');
    const letter = ACCENTS[lower] ?? lower;
    if ((await getKeypad().getAttribute('data-pad')) === 'letters') {
      if ((await getPadKey(character).count()) === 0) await showLayer(getLayer(letter));
      if (lower !== character) await tap(getPadKey(getPageText('keypad.shift')));
      if (letter !== lower) await tap(getPadKey(getPageText('keypad.accent')));
    }
    await tap(getPadKey(character));
  };

  const findByShortcut = (name: string): Locator =>
    page.locator(`[aria-keyshortcuts="${name}" i]:visible`).first();

  const user: TouchUser = {
    page,
    getText: getPageText,
    tap,
    expectQuestion: (title) =>
      expect(page.getByRole('heading', { level: 1 })).toContainText(getPageText(title)),
    expectText: (text) =>
      page
        .getByText(typeof text === 'string' ? toWholeWordPattern(text) : text)
        .filter({ visible: true })
        .first()
        .waitFor(),
    choose: (name) => tap(page.getByRole('option', { name }).first()),
    press: (name) => tap(page.locator('main, [role=dialog]').getByRole('button', { name }).first()),
    pressKey: (name) => tap(findByShortcut(name)),
    pressKeyUntil: (name, isDone) =>
      expect(async () => {
        if (await findByShortcut(name).isVisible())
          await findByShortcut(name).tap({ timeout: 5_000 });
        await isDone();
      }).toPass(),
    type: async (text) => {
      await getKeypad().waitFor();
      for (const character of text) await typeCharacter(character);
    },
    erase: async (count) => {
      for (let index = 0; index < count; index += 1)
        await tap(getPadKey(getPageText('keypad.erase')));
    },
    pressEnterKey: () => tap(getPadKey(getPageText('keypad.enter'))),
    signIn: async (credentials) => {
      await user.choose(credentials.name);
      await user.type(credentials.pin);
      await user.pressEnterKey();
      await user.expectQuestion('home.title');
    },
  };
  return user;
}

const KEY_COUNT_NAME = 'keysOfTest';

/** Counts the keys of a keyboard, without the taps of the keypad. */
export async function startKeyCounter(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate((name) => {
    Reflect.set(window, name, 0);
    window.addEventListener('keydown', ({ isTrusted }) => {
      if (isTrusted) Reflect.set(window, name, Number(Reflect.get(window, name)) + 1);
    });
  }, KEY_COUNT_NAME);
  return () => page.evaluate((name) => Reflect.get(window, name), KEY_COUNT_NAME);
}
