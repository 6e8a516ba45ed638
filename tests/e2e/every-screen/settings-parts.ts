import { ok, SETTINGS_SECTIONS } from '../../../shared/contract/index.ts';
import type { LocaleFileKey } from '../../support/page-texts.ts';
import { expect } from '../support/index.ts';
import {
  checkQuestion,
  chooseOption,
  getPageText,
  goToPage,
  press,
  pressOfferedKey,
  typeAnswers,
  type WalkContext,
  type WalkPart,
} from './walk-context.ts';

/** The sections of the settings in the page's order. */
const SECTIONS = [...SETTINGS_SECTIONS, 'environment', 'export'] as const;

async function openSection(context: WalkContext, section: string): Promise<void> {
  await goToPage(context, 'settings', 'settings.title');
  await chooseOption(context, getPageText(`settings.section.${section}` as LocaleFileKey));
  await expect(context.page.getByRole('heading', { level: 1 })).not.toHaveText(
    getPageText('settings.title'),
  );
}

export const SETTINGS_PARTS: readonly WalkPart[] = [
  ...[0, 1, 2].map((third) => ({
    name: `the settings, ${third + 1} of 3`,
    walk: async (context: WalkContext) => {
      if (third === 0) {
        await goToPage(context, 'settings', 'settings.title');
        await context.page
          .getByRole('option', { name: getPageText('settings.section.export') })
          .waitFor();
        await checkQuestion(context, 'settings.title');
      }
      for (const [index, section] of SECTIONS.entries()) {
        if (index % 3 !== third) continue;
        await openSection(context, section);
        await context.checkScreen(`settings: ${section}`);
      }
    },
  })),
  {
    name: 'a customer screen on Wayland',
    walk: async (context) => {
      const { answers, counter } = context;
      answers.override('customerScreen.state', (real) =>
        real.ok ? ok({ ...real.value, window: 'unplaceable', displays: [] }) : real,
      );
      await openSection(context, 'customer-screen');
      await counter.expectText(getPageText('appearance.customer.unplaceable'));
      await context.checkScreen('a customer screen that cannot be placed');
      answers.restore('customerScreen.state');
    },
  },
  {
    name: 'settings that take several questions',
    walk: async (context) => {
      const { counter } = context;
      const checkTitle = async (title: LocaleFileKey): Promise<void> => {
        await counter.expectQuestion(counter.getText(title));
        await context.checkScreen(title);
      };
      await openSection(context, 'printer');
      await pressOfferedKey(context, 'F1');
      await checkTitle('printers.title');
      await press(context, 'Escape');
      for (const [kind, address, title] of [
        ['path', '/dev/ttyS0', 'setup.printer.address'],
        ['pdf', '/tmp', 'setup.printer.folder'],
        ['network', 'tcp://127.0.0.1:1', 'setup.printer.address'],
      ] as const) {
        await openSection(context, 'printer');
        await chooseOption(context, getPageText(`setup.printer.${kind}`));
        await checkTitle(title);
        await typeAnswers(context, address);
        if (kind === 'path') {
          await checkTitle('settings.baud');
          await press(context, 'Enter');
        }
        if (kind !== 'pdf') {
          await checkTitle('setup.printer.model');
          await press(context, 'Enter');
        }
        await checkTitle('setup.printer.columns');
        await press(context, 'Enter');
        if (kind !== 'pdf') {
          await checkTitle('settings.drawer');
          await press(context, 'Enter');
        }
        await checkTitle('setup.printer.test');
      }
      await openSection(context, 'reconciliation');
      await chooseOption(context, getPageText('settings.upload.this'));
      await checkTitle('settings.server');
      await typeAnswers(context, '127.0.0.1', 'lupita');
      await checkTitle('settings.server.secret');
      await typeAnswers(context, 'hush');
      await checkTitle('settings.chainZone');
      await press(context, 'Enter');
      await checkTitle('settings.uploadTime');
      await press(context, 'Enter');
      await checkTitle('settings.uploadZone');
      await press(context, 'Enter');
      await checkTitle('settings.server.check');
      await openSection(context, 'chain');
      await chooseOption(context, getPageText('settings.chain.code'));
      await checkTitle('settings.chain.joinCode');
      await openSection(context, 'chain');
      await chooseOption(context, getPageText('settings.chain.enrolled'));
      await checkTitle('settings.chain.file');
      await openSection(context, 'chain');
      await chooseOption(context, getPageText('settings.chain.fields'));
      await checkTitle('settings.chain.where');
      await typeAnswers(context, 'db.example', 'chain', 'till', 'Centro');
      await checkTitle('settings.chain.secret');
      await openSection(context, 'fee');
      await chooseOption(context, getPageText('settings.fee.fixed'));
      await checkTitle('settings.fee.amounts');
      await openSection(context, 'cash');
      await press(context, 'Enter');
      await checkTitle('settings.drawers');
      await press(context, 'Enter');
      await checkTitle('settings.cashLimit');
      await openSection(context, 'cash-out');
      await pressOfferedKey(context, 'Insert');
      await checkTitle('settings.biller.which');
      await openSection(context, 'updates');
      await chooseOption(context, getPageText('settings.updates.owner'));
      await checkTitle('settings.updates.where');
      context.answers.override('settings.read', (real) =>
        real.ok ? ok({ ...real.value, hasLogo: true }) : real,
      );
      await openSection(context, 'logo');
      await checkTitle('settings.logo.other');
      context.answers.restore('settings.read');
    },
  },
];
