import { createInterface } from 'node:readline/promises';
import receiptTexts from '../../shared/locales/es-MX/receipt.json' with { type: 'json' };
import { NotAskedError, type Step } from './run-steps.ts';

/** What a person sees on the test sheet, and its name in the report. */
const QUESTIONS = [
  ['Did one whole sheet come out?', 'one whole sheet'],
  ['Is the name at its top, "Mostrador", in large letters?', 'the large letters'],
  [
    `Is this line exactly the same on it: ${receiptTexts.testLines.characters}`,
    'the line of characters',
  ],
  ['Are all lines inside the paper, and centred?', 'the width'],
  ['Was the paper cut, or moved far enough to tear it off?', 'the cut'],
] as const;

/** Asks the person at the terminal about the sheet that a printer has printed. */
export function createPaperStep(isPrinted: boolean): Step {
  return {
    name: 'test sheet',
    expected: 'every answer is yes',
    next: 'Attach a photo of the sheet too.',
    ask: async () => {
      if (!isPrinted) throw new NotAskedError('"printer" did not pass');
      if (!process.stdin.isTTY) throw new NotAskedError('there is no terminal to answer in');
      const answers: { readonly name: string; readonly isRight: boolean }[] = [];
      const terminal = createInterface({ input: process.stdin, output: process.stdout });
      // Ctrl-C or Ctrl-D: without it, the question would never be answered.
      const closed = new Promise<never>((_resolve, reject) => {
        terminal.once('close', () => {
          process.stdout.write('\n');
          reject(new NotAskedError('the questions were not answered'));
        });
      });
      // Closed after the last answer, nobody waits for it.
      closed.catch(() => {});
      const ask = (text: string): Promise<string> =>
        Promise.race([terminal.question(text), closed]);
      try {
        for (const [question, name] of QUESTIONS) {
          answers.push({ name, isRight: await askYesOrNo(ask, question) });
        }
      } finally {
        terminal.close();
      }
      const text = answers
        .map(({ name, isRight }) => `${name}: ${isRight ? 'yes' : 'no'}`)
        .join(', ');
      if (!answers.every(({ isRight }) => isRight)) throw new Error(text);
      return text;
    },
  };
}

async function askYesOrNo(
  ask: (text: string) => Promise<string>,
  question: string,
): Promise<boolean> {
  for (;;) {
    const answer = (await ask(`${question} [y/n] `)).trim().toLowerCase();
    if (/^(y|yes|s|si|sí)$/.test(answer)) return true;
    if (/^(n|no)$/.test(answer)) return false;
  }
}
