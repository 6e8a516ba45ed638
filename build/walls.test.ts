import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatBiomeBoundaries } from './walls.mjs';

const ROOT = join(import.meta.dirname, '..');
const BIOME = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
const WALLS = join('build', 'biome-walls.json');

/** The file that a line would stand in, and the line. */
type Case = readonly [file: string, line: string];

const FORBIDDEN: readonly Case[] = [
  ['electron/counter/payments/pay.ts', "import { app } from 'electron';"],
  ['electron/main/main.ts', "import { app } from 'electron';"],
  ['electron/main/ipc/call-listener.ts', "import { ipcMain } from 'electron/main';"],
  ['electron/settings/store/index.ts', "import { app } from 'electron';"],
  ['electron/counter/payments/pay.ts', "const { app } = await import('electron');"],
  ['electron/counter/payments/pay.ts', "import Store from 'electron-store';"],
  ['electron/counter/payments/pay.ts', "import updater from 'electron-updater';"],
  ['electron/chain/till/till/chain-sync.ts', "import { Client } from 'pg';"],
  [
    'electron/chain/till/till/chain-sync.ts',
    "import { runChain } from '../../office/command/index.ts';",
  ],
  ['electron/chain/server/hooks/webhook-receiver.ts', "import { Client } from 'pg';"],
  ['electron/counter/payments/pay.ts', "import { tapes } from '../printing/tapes.ts';"],
  ['electron/counter/payments/pay.ts', "export * from '../printing/tapes.ts';"],
  [
    'electron/counter/payments/sending/payment-sender.ts',
    "import { checkCash } from '../order/rules.ts';",
  ],
  [
    'electron/counter/payments/sending/payment-sender.ts',
    "import { tapes } from '../../printing/tapes.ts';",
  ],
  ['electron/main/ipc/handlers/pay.ts', "import { tapes } from '../../printing/tapes.ts';"],
  ['electron/counter/payments/pay.ts', "import { split } from '../../shared/money/parse.ts';"],
  ['electron/counter/payments/pay.ts', "import { Till } from '../../renderer/app/index.ts';"],
  ['electron/main/main.ts', "import { pay } from './payments/pay.ts';"],
  ['electron/counter/payments/pay.ts', "import { faults } from '../../tests/support/faults.ts';"],
  ['renderer/features/counter/pay/pay.tsx', "import { app } from 'electron';"],
  [
    'renderer/features/counter/pay/pay.tsx',
    "import { pay } from '../../../electron/payments/index.ts';",
  ],
  ['renderer/main.tsx', "import { pay } from '../electron/counter/payments/index.ts';"],
  ['renderer/features/counter/pay/pay.tsx', "import { readFile } from 'node:fs/promises';"],
  ['renderer/features/counter/pay/pay.tsx', "import { Row } from '../history/row.tsx';"],
  [
    'renderer/features/counter/pay/pay.tsx',
    "import { split } from '../../../shared/money/parse.ts';",
  ],
  ['shared/money/money.ts', "import { app } from 'electron';"],
  ['shared/money/money.ts', "import { pay } from '../../electron/payments/index.ts';"],
  ['shared/money/money.ts', "import { Till } from '../../renderer/app/index.ts';"],
  ['shared/money/money.ts', "import { randomUUID } from 'node:crypto';"],
  ['shared/money/money.ts', "import { calls } from '../contract/till.ts';"],
  ['tests/e2e/pay.spec.ts', "import { app } from 'electron';"],
];

const ALLOWED: readonly Case[] = [
  ['electron/shell/electron/till-window.ts', "import { app } from 'electron';"],
  ['electron/shell/electron/updates.ts', "import updater from 'electron-updater';"],
  ['electron/chain/till/client/host-session.ts', "import { Client } from 'pg';"],
  [
    'electron/chain/server/command/start-command.ts',
    "import { createMaker } from '../daily-file/index.ts';",
  ],
  ['electron/shell/browser/app.ts', "import type { App } from 'electron';"],
  ['electron/preload/preload.ts', "import { ipcRenderer } from 'electron';"],
  ['electron/settings/store/index.ts', "import Store from 'electron-store';"],
  ['electron/counter/payments/pay.ts', "import { tapes } from '../printing/index.ts';"],
  ['electron/counter/payments/pay.ts', "import { randomUUID } from 'node:crypto';"],
  ['electron/counter/payments/pay.ts', "import { money } from '../../shared/money/index.ts';"],
  ['electron/counter/payments/pay.ts', "import { order } from './order.ts';"],
  [
    'electron/counter/payments/sending/payment-sender.ts',
    "import { checkCash } from '../order/index.ts';",
  ],
  [
    'electron/counter/payments/sending/payment-sender.ts',
    "import type { Payments } from '../types.ts';",
  ],
  [
    'electron/counter/payments/sending/payment-sender.ts',
    "import { tapes } from '../../printing/index.ts';",
  ],
  ['electron/counter/payments/testing/rig.ts', "import { order } from '../order.ts';"],
  ['electron/main/main.ts', "import { pay } from './payments/index.ts';"],
  ['renderer/features/counter/pay/pay.tsx', "import { Row } from '../history/index.ts';"],
  [
    'renderer/features/counter/pay/pay.tsx',
    "import { calls } from '../../../shared/contract/index.ts';",
  ],
  ['shared/contract/values.ts', "import { isDecimal } from '../money/index.ts';"],
];

let folder: string;
let stopped: ReadonlySet<string>;

/** A name of its own for each case, in the same folder; the preload is known by its own name. */
function fileOf([file, line]: Case): string {
  if (basename(file) === 'preload.ts') return file;
  const number = [...FORBIDDEN, ...ALLOWED].findIndex((one) => one[0] === file && one[1] === line);
  return join(dirname(file), `case-${number}${extname(file)}`);
}

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'till-walls-')));
  copyFileSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  copyFileSync(join(ROOT, '.gitignore'), join(folder, '.gitignore'));
  mkdirSync(join(folder, 'build'));
  copyFileSync(join(ROOT, WALLS), join(folder, WALLS));
  for (const one of [...FORBIDDEN, ...ALLOWED]) {
    const file = join(folder, fileOf(one));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${one[1]}\n`);
  }
  const rule = '--only=style/noRestrictedImports';
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [BIOME, 'lint', rule, '--reporter=github', '--max-diagnostics=none', '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  const found = [...stdout.matchAll(/noRestrictedImports.*?file=([^,]+)/g)].map((hit) => hit[1]);
  if (found.length === 0) throw new Error(`nothing was linted: ${stdout}${stderr}`);
  stopped = new Set(
    found
      .filter((file) => file !== undefined)
      .map((file) => relative(folder, resolve(folder, file))),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('keeps the module boundaries in biome-walls.json equal to the table (run npm run format to update them)', () => {
  const read: unknown = JSON.parse(readFileSync(join(ROOT, WALLS), 'utf8'));
  expect(read).toEqual(JSON.parse(formatBiomeBoundaries()));
});

it.each(FORBIDDEN)('%s may not say %s', (...one) => {
  expect(stopped).toContain(fileOf(one));
});

it.each(ALLOWED)('%s may say %s', (...one) => {
  expect(stopped).not.toContain(fileOf(one));
});
