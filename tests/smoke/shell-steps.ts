import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { askWalls } from './ask-walls.ts';
import {
  judgeDisplays,
  judgeFrame,
  judgeKeyStore,
  judgeSandbox,
  judgeVersions,
  judgeWindow,
} from './judge-facts.ts';
import { readKeyStore, readSandbox, readVersions, readWindow } from './main-facts.ts';
import { drawFrame } from './page-facts.ts';
import type { Step } from './run-steps.ts';
import { ATTACH, getTill, type SmokeRun } from './smoke-run.ts';

/** The window and what surrounds the page. Some of it only Electron has. */
export function createShellSteps(run: SmokeRun): readonly Step[] {
  const { shell } = run;
  const toNotAskedReason = (what: string): string | null =>
    shell === 'electron' ? null : `the browser shell has no ${what}`;
  return [
    {
      name: 'versions',
      expected: `Electron ${readElectronVersion()}, as in package.json`,
      next: 'Run npm ci, and delete node_modules/electron/dist if it stays so.',
      needs: 'start',
      ask: async () => {
        const till = getTill(run);
        const expected = shell === 'electron' ? readElectronVersion() : null;
        return judgeVersions(await till.askMain(readVersions, {}), expected, till.browserVersion);
      },
    },
    {
      name: 'window',
      expected: 'one visible window, which lies on a display',
      next: ATTACH,
      needs: 'start',
      notAskedReason: toNotAskedReason('window of its own'),
      ask: async () => judgeWindow(await getTill(run).askMain(readWindow, {})),
    },
    {
      name: 'frame',
      expected: 'the page is visible and draws',
      next: ATTACH,
      needs: 'start',
      ask: async () => judgeFrame(await drawFrame(getTill(run).page)),
    },
    {
      name: 'sandbox',
      expected: "the page's process is in Chromium's sandbox",
      next: ATTACH,
      needs: 'start',
      notAskedReason: toNotAskedReason('sandbox: the page is in another browser'),
      ask: async () => judgeSandbox(await getTill(run).askMain(readSandbox, {}), process.platform),
    },
    {
      name: 'page walls',
      expected: 'the page has no Node, no network and no other file',
      next: 'Report it privately, as SECURITY.md says.',
      needs: 'start',
      ask: () => askWalls(getTill(run)),
    },
    {
      name: 'key store',
      expected: 'it seals a text and opens it again, and the tag of the text says with which key',
      next: `If a question of the key ring is open, answer it and run this again. ${ATTACH}`,
      needs: 'start',
      notAskedReason: toNotAskedReason('key store'),
      ask: async () => judgeKeyStore(await getTill(run).askMain(readKeyStore, {})),
    },
    {
      name: 'displays',
      expected: 'at least one display, with its size',
      next: ATTACH,
      needs: 'start',
      notAskedReason: toNotAskedReason('displays'),
      ask: async () => judgeDisplays(await getTill(run).askMain(readWindow, {})),
    },
  ];
}

function readElectronVersion(): string {
  const file = createRequire(import.meta.url).resolve('electron/package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
