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

/** Without animation: the tape does not grow, and stamps appear at once. */
export const CONTEXT_OPTIONS = { locale: 'es-MX', reducedMotion: 'reduce' } as const;

/** A cashier who only presses keys, and takes pictures of the screens. */
export interface Cashier {
  readonly page: Page;
  type(text: string): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
  /** Waits until this is the title of the screen. */
  expectQuestion(text: string | RegExp): Promise<void>;
  /** Waits until this text is visible anywhere. */
  expectText(text: string | RegExp): Promise<void>;
  takePicture(name: string): Promise<void>;
  /**
   * Takes a picture of the customer screen once it shows this text; does nothing without a customer
   * screen.
   */
  takeCustomerPicture(name: string, text: string): Promise<void>;
  /** Takes the next paper out of the printer, and saves it under this name. */
  takePaper(name: string): Promise<void>;
  /** Calls main as the page would. Throws if the answer is a problem. */
  callTill<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
}

/**
 * Creates a folder for pictures or papers, and returns a function that numbers their paths. Tills
 * that share an album share the numbers.
 */
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
  getScreenPath: (name: string) => string,
  takePaper: (name: string) => Promise<void>,
  customer: Page | null = null,
): Cashier {
  const callTill: Cashier['callTill'] = async (name, input) => {
    const answer: unknown = await page.evaluate(
      ([callName, callInput]) => {
        const call: unknown = Reflect.get(Object(Reflect.get(window, 'till')), 'call');
        if (typeof call !== 'function') throw new Error('the page has no bridge');
        return call(callName, callInput);
      },
      [name, input] as const,
    );
    const { ok, value } = { ok: false, value: null, ...Object(answer) };
    if (ok !== true) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    const outputs: {
      readonly [Name in CallName]: { output: { parse(value: unknown): CallOutput<Name> } };
    } = calls;
    return outputs[name].output.parse(value);
  };

  return {
    page,
    callTill,
    type: (text) => typeKeyByKey(page.keyboard, text),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    expectQuestion: (text) =>
      page
        .getByRole('heading', { level: 1 })
        .filter({
          hasText: typeof text === 'string' ? toWholeWordPattern(text) : text,
          visible: true,
        })
        .waitFor(),
    expectText: (text) =>
      page
        .getByText(typeof text === 'string' ? toWholeWordPattern(text) : text)
        .filter({ visible: true })
        .first()
        .waitFor(),
    takePicture: async (name) => {
      // If Playwright ends the animations, the fade above the actions disappears.
      await page.screenshot({ path: `${getScreenPath(name)}.png`, animations: 'allow' });
    },
    takeCustomerPicture: async (name, text) => {
      if (customer === null) return;
      await customer.getByText(text).first().waitFor();
      await customer.screenshot({ path: `${getScreenPath(name)}.png`, animations: 'allow' });
    },
    takePaper,
  };
}
