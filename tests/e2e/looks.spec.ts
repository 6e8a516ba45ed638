import { sampleFraction } from '../support/sampling.ts';
import { AT_THE_COUNTER } from './looks/counter-stretches.ts';
import { IN_THE_ROOMS } from './looks/room-stretches.ts';
import { IN_THE_SETTINGS } from './looks/settings-stretches.ts';
import { throughTheSetup } from './looks/setup-stretch.ts';
import { unseen } from './looks/titles.ts';
import type { Stretch, Viewer } from './looks/viewer.ts';
import { createAnswerOverride } from './support/answer-override.ts';
import { CASH_OUT_BILLER, getNewestPayment, payBill, UNCANCELLABLE } from './support/flows.ts';
import { expect, OWNER, test } from './support/index.ts';
import { createVisualChecks } from './support/visual-checks.ts';

/**
 * One walk through every screen of the till, each looked at: see `support/visual-checks.ts`. The dialogs have
 * theirs in `dialogs.spec.ts`. A title in the code that the walk does not come to fails. A run of all
 * tests walks a fifth of the stretches, and so does not know all titles.
 */

/** With `--all` on a machine that does other things as well. */
const A_WALK_MS = 7_200_000;

interface Walk {
  readonly name: string;
  readonly stretches: readonly Stretch[];
  /** Whose titles the walk comes to. */
  readonly files: RegExp;
}

const WALKS: readonly Walk[] = [
  {
    name: 'the counter',
    stretches: AT_THE_COUNTER,
    files:
      /^app\/(?!questions|recovery)|^features\/(counter\/(?!customers\/)|back-office\/history\/)/,
  },
  {
    name: 'the rooms',
    stretches: IN_THE_ROOMS,
    files:
      /^features\/(shift\/|counter\/customers\/|back-office\/(?!history\/)|administration\/(?!settings\/|setup\/))/,
  },
  {
    name: 'the settings',
    stretches: IN_THE_SETTINGS,
    files: /^features\/administration\/settings\//,
  },
];
const SETUP = /^features\/administration\/setup\/|^app\/(questions|recovery)\//;
/** What a test in a browser cannot bring about: the error of a screen; `app.test.tsx` has it. */
const UNREACHED = ['app/async-boundary.tsx: app.fault'];

test('every file with a screen belongs to one of the walks', () => {
  const known = [SETUP, ...WALKS.map(({ files }) => files)];
  expect(unseen(/./, new Set()).filter((one) => !known.some((files) => files.test(one)))).toEqual(
    [],
  );
});

for (const { name, stretches, files } of WALKS) {
  test.describe(`every screen of ${name}`, () => {
    test.use({ provisioning: { version: 'v3.mx', cashOutBillers: [CASH_OUT_BILLER] } });

    test('is whole and reads well in every language, theme and size', async ({
      counter,
      till,
      shell,
    }) => {
      test.skip(shell === 'electron', 'what main says is replaced on the browser shell’s socket');
      test.setTimeout(A_WALK_MS);
      const told = await createAnswerOverride(till.page);
      const looks = createVisualChecks(till, told, name);
      await counter.signIn(OWNER.name, OWNER.pin);
      await payBill(
        { counter, till, language: 'es-MX', version: 'v3.mx', looks: async () => {} },
        UNCANCELLABLE,
      );
      const paid = await getNewestPayment({ till });
      if (paid === undefined) throw new Error('nothing was paid');
      const viewer: Viewer = {
        counter,
        till,
        told,
        paid,
        page: till.page,
        look: looks.checkScreen,
      };
      const walked = sampleFraction(5, name, stretches);
      for (const stretch of walked) await test.step(stretch.name, () => stretch.walk(viewer));
      expect(looks.listFaults()).toEqual([]);
      if (walked.length < stretches.length) return;
      expect(unseen(files, looks.checkedScreens).filter((one) => !UNREACHED.includes(one))).toEqual(
        [],
      );
    });
  });
}

test.describe('every screen of the setting up', () => {
  test.use({ provisioning: null, serviceVersion: 'v3.mx' });

  test('is whole and reads well in every language, theme and size', async ({
    till,
    service,
    shell,
  }) => {
    test.skip(shell === 'electron', 'what main says is replaced on the browser shell’s socket');
    test.setTimeout(A_WALK_MS);
    const told = await createAnswerOverride(till.page);
    const looks = createVisualChecks(till, told, 'the setting up');
    await throughTheSetup(till, service, looks.checkScreen);
    expect(looks.listFaults()).toEqual([]);
    expect(unseen(SETUP, looks.checkedScreens)).toEqual([]);
  });
});
