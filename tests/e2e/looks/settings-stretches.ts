import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '../../../shared/contract/index.ts';
import type { PageKey } from '../../support/page-texts.ts';
import { ROOT } from '../../support/till-process.ts';
import { expect } from '../support/index.ts';
import {
  answer,
  choose,
  es,
  into,
  key,
  lookAtQuestion,
  press,
  type Stretch,
  type Viewer,
} from './viewer.ts';

/** The sections of the settings, as the page lists them. */
const SECTIONS = sectionsInCode();

function sectionsInCode(): readonly string[] {
  const file = join(ROOT, 'renderer', 'features', 'administration', 'settings', 'section-list.ts');
  const list = /SECTION_IDS = \[([^\]]*)\]/.exec(readFileSync(file, 'utf8'))?.[1];
  if (list === undefined) throw new Error(`${file} lists no sections`);
  return [...list.matchAll(/'([\w-]+)'/g)].map(([, id = '']) => id);
}

async function intoSection(viewer: Viewer, section: string): Promise<void> {
  await into(viewer, 'settings', 'settings.title');
  await choose(viewer, es(`settings.of.${section}` as PageKey));
  await expect(viewer.page.getByRole('heading', { level: 1 })).not.toHaveText(es('settings.title'));
}

export const IN_THE_SETTINGS: readonly Stretch[] = [
  ...[0, 1, 2].map((third) => ({
    name: `the settings, ${third + 1} of 3`,
    walk: async (viewer: Viewer) => {
      if (third === 0) {
        await into(viewer, 'settings', 'settings.title');
        await viewer.page.getByRole('option', { name: es('settings.of.export') }).waitFor();
        await lookAtQuestion(viewer, 'settings.title');
      }
      for (const [at, section] of SECTIONS.entries()) {
        if (at % 3 !== third) continue;
        await intoSection(viewer, section);
        await viewer.look(`settings: ${section}`);
      }
    },
  })),
  {
    name: 'settings that take several questions',
    walk: async (viewer) => {
      const { counter } = viewer;
      const wants = async (title: PageKey): Promise<void> => {
        await counter.expectQuestion(counter.getText(title));
        await viewer.look(title);
      };
      await intoSection(viewer, 'printer');
      await key(viewer, 'F1');
      await wants('printers.title');
      await press(viewer, 'Escape');
      for (const [kind, place, title] of [
        ['path', '/dev/ttyS0', 'setup.printer.address'],
        ['pdf', '/tmp', 'setup.printer.folder'],
        ['network', 'tcp://127.0.0.1:1', 'setup.printer.address'],
      ] as const) {
        await intoSection(viewer, 'printer');
        await choose(viewer, es(`setup.printer.${kind}`));
        await wants(title);
        await answer(viewer, place);
        if (kind === 'path') {
          await wants('settings.baud');
          await press(viewer, 'Enter');
        }
        if (kind !== 'pdf') {
          await wants('setup.printer.model');
          await press(viewer, 'Enter');
        }
        await wants('setup.printer.columns');
        await press(viewer, 'Enter');
        if (kind !== 'pdf') {
          await wants('settings.drawer');
          await press(viewer, 'Enter');
        }
        await wants('setup.printer.try');
      }
      await intoSection(viewer, 'reconciliation');
      await choose(viewer, es('settings.upload.this'));
      await wants('settings.server');
      await answer(viewer, '127.0.0.1', 'lupita');
      await wants('settings.server.secret');
      await answer(viewer, 'hush');
      await wants('settings.chainZone');
      await press(viewer, 'Enter');
      await wants('settings.uploadTime');
      await press(viewer, 'Enter');
      await wants('settings.uploadZone');
      await press(viewer, 'Enter');
      await wants('settings.server.check');
      await intoSection(viewer, 'chain');
      await choose(viewer, es('settings.chain.enrolled'));
      await wants('settings.chain.file');
      await intoSection(viewer, 'chain');
      await choose(viewer, es('settings.chain.fields'));
      await wants('settings.chain.where');
      await answer(viewer, 'db.example', 'chain', 'till', 'Centro');
      await wants('settings.chain.secret');
      await intoSection(viewer, 'fee');
      await choose(viewer, es('settings.fee.fixed'));
      await wants('settings.fee.amounts');
      await intoSection(viewer, 'cash');
      await press(viewer, 'Enter');
      await wants('settings.drawers');
      await intoSection(viewer, 'cash-out');
      await key(viewer, 'Insert');
      await wants('settings.biller.which');
      await intoSection(viewer, 'updates');
      await choose(viewer, es('settings.updates.owner'));
      await wants('settings.updates.where');
      viewer.told.override('settings.read', (real) =>
        real.ok ? ok({ ...real.value, shop: { ...real.value.shop, hasLogo: true } }) : real,
      );
      await intoSection(viewer, 'logo');
      await wants('settings.logo.other');
      viewer.told.restore('settings.read');
    },
  },
];
