import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
} from '../../shared/contract/index.ts';
import { typeKeyByKey } from '../support/human-pace.ts';
import { toWholeWordPattern } from '../support/page-texts.ts';

/** Nothing moves on it: the tape does not grow first, and is stamped at once. */
export const SCREEN = { locale: 'es-MX', reducedMotion: 'reduce' } as const;

/** A cashier who only presses keys, and takes a picture where it is worth one. */
export interface Cashier {
  readonly page: Page;
  type(text: string): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
  /** Waits until this is the screen's question. */
  asks(words: string | RegExp): Promise<void>;
  /** Waits until the screen says this anywhere. */
  sees(words: string | RegExp): Promise<void>;
  picture(name: string): Promise<void>;
  /** The same of the screen that faces the customer, once it says this; nothing where there is none. */
  customersPicture(name: string, words: string): Promise<void>;
  /** Takes the next paper out of the printer, and keeps it under this name. */
  paper(name: string): Promise<void>;
  /** Asks main as the page would; throws where the answer is a problem. */
  ask<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
}

/** Where pictures or papers are left, each under its number: tills that have one in common count on. */
export function createAlbum(folder: string): (name: string) => string {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  return (name) => {
    count += 1;
    return join(folder, `${String(count).padStart(2, '0')}-${name}`);
  };
}

export function createCashier(
  page: Page,
  screens: (name: string) => string,
  takePaper: (name: string) => Promise<void>,
  customer: Page | null = null,
): Cashier {
  const ask: Cashier['ask'] = async (name, input) => {
    const answer: unknown = await page.evaluate(
      ([called, given]) => {
        const call: unknown = Reflect.get(Object(Reflect.get(window, 'till')), 'call');
        if (typeof call !== 'function') throw new Error('the page has no bridge');
        return call(called, given);
      },
      [name, input] as const,
    );
    const { ok, value } = { ok: false, value: null, ...Object(answer) };
    if (ok !== true) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    const outputs: {
      readonly [One in CallName]: { output: { parse(value: unknown): CallOutput<One> } };
    } = calls;
    return outputs[name].output.parse(value);
  };

  return {
    page,
    ask,
    type: (text) => typeKeyByKey(page.keyboard, text),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    asks: (words) =>
      page
        .getByRole('heading', { level: 1 })
        .filter({
          hasText: typeof words === 'string' ? toWholeWordPattern(words) : words,
          visible: true,
        })
        .waitFor(),
    sees: (words) =>
      page
        .getByText(typeof words === 'string' ? toWholeWordPattern(words) : words)
        .filter({ visible: true })
        .first()
        .waitFor(),
    picture: async (name) => {
      // Ended by Playwright, the fade above the actions would be gone, as at the end of a form.
      await page.screenshot({ path: `${screens(name)}.png`, animations: 'allow' });
    },
    customersPicture: async (name, words) => {
      if (customer === null) return;
      await customer.getByText(words).first().waitFor();
      await customer.screenshot({ path: `${screens(name)}.png`, animations: 'allow' });
    },
    paper: takePaper,
  };
}
