import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleFraction } from '../support/sampling.ts';
import { ROOT } from '../support/till-process.ts';
import { AT_THE_COUNTER } from './dialogs/counter-rows.ts';
import { type Desk, expectFocusBack } from './dialogs/desk.ts';
import { IN_THE_ROOMS } from './dialogs/room-rows.ts';
import { createAnswerOverride } from './support/answer-override.ts';
import { getNewestPayment, payBill, UNCANCELLABLE } from './support/flows.ts';
import { expect, OWNER, test } from './support/index.ts';
import { createVisualChecks } from './support/visual-checks.ts';

/**
 * The focus belongs to the screen: every dialog of the page is opened and closed, and the next key
 * lands where it was. While it is open, it is looked at like the screens of `looks.spec.ts`. Which
 * dialogs there are is read from the code: one that has no row here fails. A run of all tests opens
 * those of a quarter of the folders.
 */

/** With `--all`, when each dialog is looked at in every language, theme and size. */
const A_WALK_MS = 7_200_000;

const DIALOGS = { ...AT_THE_COUNTER, ...IN_THE_ROOMS };

/** Its rows go on where the one before left off: `features/shift`, `features/counter/pay`. */
function folderOf(file: string): string {
  return (
    /^features\/(?:counter|back-office|administration)\/[^/]+|^[^/]+\/[^/]+/.exec(file)?.[0] ?? file
  );
}

/** The dialogs in the code: of each file, how many it draws. The frames of those with a PIN are no dialogs of their own. */
function dialogsInCode(): Record<string, number> {
  const files = globSync('{app,features}/**/*.tsx', { cwd: join(ROOT, 'renderer') }).filter(
    (file) => !file.endsWith('.test.tsx') && !/(approval-dialog|print-approval)\.tsx$/.test(file),
  );
  const found = files.map((file) => {
    const source = readFileSync(join(ROOT, 'renderer', file), 'utf8');
    return [
      file.replaceAll('\\', '/'),
      (source.match(/<((Approval)?Dialog|PrintApproval)\b/g) ?? []).length,
    ];
  });
  return Object.fromEntries(found.filter(([, dialogs]) => dialogs !== 0));
}

test('every dialog in the code has its row', () => {
  const rows = Object.entries(DIALOGS).map(([file, { dialogs }]) => [file, dialogs.length]);
  expect(Object.fromEntries(rows)).toEqual(dialogsInCode());
});

test.describe('after every dialog the next key lands where it was', () => {
  test.use({ provisioning: { version: 'v3.mx' } });

  test('whatever was opened and closed', async ({ counter, till, shell }) => {
    test.skip(shell === 'electron', 'what main says is replaced on the browser shell’s socket');
    test.setTimeout(A_WALK_MS);
    const told = await createAnswerOverride(till.page);
    const looks = createVisualChecks(till, told, 'the dialogs');
    await counter.signIn(OWNER.name, OWNER.pin);
    await payBill(
      { counter, till, language: 'es-MX', version: 'v3.mx', looks: async () => {} },
      UNCANCELLABLE,
    );
    const paid = await getNewestPayment({ till });
    if (paid === undefined) throw new Error('nothing was paid');
    const desk: Desk = {
      counter,
      till,
      told,
      paid,
      comesBack: (...one) => expectFocusBack({ counter, look: looks.checkScreen }, ...one),
    };
    const walked = sampleFraction(4, 'dialogs', [...new Set(Object.keys(DIALOGS).map(folderOf))]);
    for (const [file, { walk }] of Object.entries(DIALOGS)) {
      if (walked.includes(folderOf(file))) await test.step(file, () => walk(desk));
    }
    expect(looks.listFaults()).toEqual([]);
  });
});
