/**
 * The walls between the folders, each said once. Biome wants them spelled out for every group of
 * files, because an override replaces the options of a rule: `npm run format` writes that long form
 * to `biome-walls.json`, which biome.json extends, and a test refuses one that is out of date.
 */

/** What may not be imported, and what is said to whoever tries. */
const IMPORT_RULES = {
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

const INDEX_ONLY_MESSAGE = 'Another folder is reached through its index.ts.';
/** From inside a folder: its own files, a parent's plain files, and any folder's index. */
const buildFolderRule = (...allowed) => ({
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
  message: INDEX_ONLY_MESSAGE,
});
/** From a file at the top of a side: the folders below it by their index as well. */
const buildTopLevelRule = (...allowed) => ({
  group: [
    './*/**',
    '!./*/**/index.ts',
    '../**',
    '!../**/index.ts',
    ...allowed.map((glob) => `!${glob}`),
  ],
  message: INDEX_ONLY_MESSAGE,
});

const { electron, updater, settingsFile, postgres, office, page, main, node } = IMPORT_RULES;
const packages = [electron, updater, settingsFile, postgres, office];

/** Which walls stand around which files; where two rows name a file, the later one holds. */
const BOUNDARIES = [
  ['electron/**', [...packages, page, buildFolderRule()]],
  ['electron/main/*.ts', [...packages, page, buildTopLevelRule('../*.ts')]],
  [
    'electron/preload/preload.ts electron/preload/customer-preload.ts',
    [updater, settingsFile, postgres, office, page, buildTopLevelRule('../*.ts')],
  ],
  ['electron/shell/electron/**', [settingsFile, postgres, office, page, buildFolderRule()]],
  ['electron/shell/browser/**', [updater, settingsFile, postgres, office, page, buildFolderRule()]],
  ['electron/settings/**', [electron, updater, postgres, office, page, buildFolderRule()]],
  [
    'electron/chain/till/client/**',
    [electron, updater, settingsFile, office, page, buildFolderRule()],
  ],
  [
    'electron/chain/server/**',
    [electron, updater, settingsFile, postgres, page, buildFolderRule()],
  ],
  ['renderer/**', [...packages, main, node, buildFolderRule()]],
  ['renderer/*.tsx renderer/*.ts', [...packages, main, node, buildTopLevelRule('./**/*.css')]],
  ['renderer/customer-screen/**', [...packages, main, node, buildFolderRule('../app/*.css')]],
  [
    'electron/**/*.test.ts electron/**/*.fixture.ts electron/**/testing/**',
    [...packages, page, buildFolderRule('**/tests/**')],
  ],
  [
    'renderer/**/*.test.ts renderer/**/*.test.tsx renderer/**/*.fixture.ts',
    [...packages, main, buildFolderRule('**/tests/**', '**/testing/**')],
  ],
  ['shared/**', [...packages, main, page, node, buildFolderRule()]],
  ['tests/** build/**', [electron, updater, settingsFile, page]],
  ['tests/release/**', [electron, settingsFile, page]],
];

/** The text of `biome-walls.json`. */
export function formatBiomeBoundaries() {
  const overrides = BOUNDARIES.map(([files, patterns]) => ({
    includes: files.split(' '),
    linter: {
      rules: {
        style: { noRestrictedImports: { level: 'error', options: { patterns } } },
      },
    },
  }));
  return `${JSON.stringify({ overrides }, null, 2)}\n`;
}
