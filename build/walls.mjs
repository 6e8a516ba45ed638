/**
 * The walls between the folders, each said once. Biome wants them spelled out for every group of
 * files, because an override replaces the options of a rule: `npm run format` writes that long form
 * to `biome-walls.json`, which biome.json extends, and a test refuses one that is out of date.
 */

/** What may not be imported, and what is said to whoever tries. */
const WALLS = {
  electron: {
    group: ['electron', 'electron/**'],
    message: 'Only electron/shell/electron, electron/shell/browser and the preload know Electron.',
  },
  updater: {
    group: ['electron-updater'],
    message: 'Only electron/shell/electron knows the updater.',
  },
  settingsFile: {
    group: ['electron-store'],
    message: 'Only electron/settings knows the settings file.',
  },
  postgres: {
    group: ['pg', 'pg-*'],
    message: 'Only electron/chain/till/client knows the client of PostgreSQL.',
  },
  office: {
    group: ['**/office/**'],
    message: 'The process of a chain is a bundle of its own: nothing else imports it.',
  },
  page: {
    group: ['**/renderer/**'],
    message: 'The page is reached through the contract; nothing outside renderer/ imports it.',
  },
  main: {
    group: ['**/electron/**'],
    message:
      'What main does is asked for through the contract; nothing outside electron/ imports it.',
  },
  node: {
    group: ['node:*', 'node:*/**'],
    message: 'The page has no Node, and what both sides share must run in it.',
  },
};

const THROUGH_INDEX = 'Another folder is reached through its index.ts.';
/** From inside a folder: its own files, a parent's plain files, and any folder's index. */
const inFolder = (...allowed) => ({
  group: [
    '../**',
    '!../**/index.ts',
    '!../*.ts',
    '!../*.tsx',
    '!../*.css',
    '!../../*.ts',
    '!../../*.tsx',
    '!../../*.css',
    '!../../../*.ts',
    ...allowed.map((glob) => `!${glob}`),
  ],
  message: THROUGH_INDEX,
});
/** From a file at the top of a side: the folders below it by their index as well. */
const atTop = (...allowed) => ({
  group: [
    './*/**',
    '!./*/**/index.ts',
    '../**',
    '!../**/index.ts',
    ...allowed.map((glob) => `!${glob}`),
  ],
  message: THROUGH_INDEX,
});

const { electron, updater, settingsFile, postgres, office, page, main, node } = WALLS;
const packages = [electron, updater, settingsFile, postgres, office];

/** Which walls stand around which files; where two rows name a file, the later one holds. */
const ROWS = [
  ['electron/**', [...packages, page, inFolder()]],
  ['electron/main/*.ts', [...packages, page, atTop('../*.ts')]],
  [
    'electron/preload/preload.ts electron/preload/customer-preload.ts',
    [updater, settingsFile, postgres, office, page, atTop('../*.ts')],
  ],
  ['electron/shell/electron/**', [settingsFile, postgres, office, page, inFolder()]],
  ['electron/shell/browser/**', [updater, settingsFile, postgres, office, page, inFolder()]],
  ['electron/settings/**', [electron, updater, postgres, office, page, inFolder()]],
  ['electron/chain/till/client/**', [electron, updater, settingsFile, office, page, inFolder()]],
  ['electron/chain/server/**', [electron, updater, settingsFile, postgres, page, inFolder()]],
  ['renderer/**', [...packages, main, node, inFolder()]],
  ['renderer/*.tsx renderer/*.ts', [...packages, main, node, atTop('./**/*.css')]],
  ['renderer/customer-screen/**', [...packages, main, node, inFolder('../app/*.css')]],
  [
    'electron/**/*.test.ts electron/**/*.fixture.ts electron/**/testing/**',
    [...packages, page, inFolder('**/tests/**')],
  ],
  [
    'renderer/**/*.test.ts renderer/**/*.test.tsx renderer/**/*.fixture.ts',
    [...packages, main, inFolder('**/tests/**', '**/testing/**')],
  ],
  ['shared/**', [...packages, main, page, node, inFolder()]],
  ['tests/** build/**', [electron, updater, settingsFile, page]],
  ['tests/release/**', [electron, settingsFile, page]],
];

/** The text of `biome-walls.json`. */
export function wallsAsBiomeConfiguration() {
  const overrides = ROWS.map(([files, patterns]) => ({
    includes: files.split(' '),
    linter: {
      rules: {
        style: { noRestrictedImports: { level: 'error', options: { patterns } } },
      },
    },
  }));
  return `${JSON.stringify({ overrides }, null, 2)}\n`;
}
