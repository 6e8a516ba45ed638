import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  type Tape,
} from '../../shared/contract/index.ts';
import { typeAsPerson } from '../support/human-pace.ts';

/** A cashier who only presses keys, and takes a picture where it is worth one. */
export interface Cashier {
  readonly page: Page;
  type(text: string): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
  /** Waits until the screen asks this question or says this. */
  sees(words: string | RegExp): Promise<void>;
  picture(name: string): Promise<void>;
  /** Asks main as the page would; throws where the answer is a problem. */
  ask<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
  receipts(): Promise<void>;
}

export function createCashier(page: Page, folder: string): Cashier {
  mkdirSync(join(folder, 'screens'), { recursive: true });
  mkdirSync(join(folder, 'receipts'), { recursive: true });
  let pictures = 0;

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
    type: (text) => typeAsPerson(page.keyboard, text),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    sees: (words) => page.getByText(words).filter({ visible: true }).first().waitFor(),
    picture: async (name) => {
      pictures += 1;
      // The tape grows for a moment; a picture is of what stands.
      await page.evaluate(() =>
        Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))),
      );
      const file = `${String(pictures).padStart(2, '0')}-${name}.png`;
      await page.screenshot({ path: join(folder, 'screens', file) });
    },
    receipts: async () => {
      const tapes = await ask('printing.recent', { limit: 20 });
      for (const [index, tape] of tapes.reverse().entries()) {
        const name = `${String(index + 1).padStart(2, '0')}-${tape.kind}.txt`;
        writeFileSync(join(folder, 'receipts', name), textOf(tape));
      }
    },
  };
}

/** The paper as plain text, as wide as it is. */
function textOf(tape: Tape): string {
  const lines = tape.lines.flatMap((line) => {
    if (line.kind !== 'text') return line.kind === 'cut' ? ['-'.repeat(tape.columns)] : [];
    const text = line.runs.map((run) => run.text).join('');
    const wide = line.runs.some((run) => run.double === 'width' || run.double === 'both');
    const room = Math.max(0, tape.columns - text.length * (wide ? 2 : 1));
    if (line.align === 'center') return [' '.repeat(Math.floor(room / 2)) + text];
    return [line.align === 'right' ? ' '.repeat(room) + text : text];
  });
  return `${lines.join('\n')}\n`;
}
