import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

import { buildSchemas } from './electron/ledger/expected-schema.ts';
import { MIGRATIONS } from './electron/ledger/schema/index.ts';
import { readSqlFile } from './electron/platform/read-sql-file.ts';
import {
  FONT_FILES,
  FONT_FOLDER,
  getFontFileName,
} from './electron/printing/drawing/font-files.ts';
import { FIRST_LANGUAGE } from './shared/locales/languages.ts';

/** Tests build into another folder, so that they do not replace the bundles of a running till. */
const dist = process.env.TILL_DIST ?? 'dist';
/** Only for `npm run package`, which removes the file again. */
const LICENCES_FILE = 'licences.json';
const toPath = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** A module that imports one value of the contract does not load all its schemas. */
const CONTRACT_SIDE_EFFECTS = { test: /\/shared\/contract\//, sideEffects: false };
const NODE_TREESHAKE = { moduleSideEffects: [CONTRACT_SIDE_EFFECTS] };
/** The sign-in screen does not load a dialog because it imports a button from the same folder. */
const PAGE_TREESHAKE = {
  moduleSideEffects: [
    CONTRACT_SIDE_EFFECTS,
    {
      test: /\/renderer\/(components|app)\/(?!start\/)(.+\/)?[\w-]+\.tsx?$/,
      sideEffects: false,
    },
  ],
};

/**
 * Builds all bundles into dist/: the page, main with its workers, the preload script, page and preload
 * script of the customer's screen, `mostrador-cli`, and the chain's server. All npm packages are
 * bundled, so that dist/ is self-contained; only `electron` and Node's modules come from the runtime.
 */
export default defineConfig({
  root: toPath('renderer'),
  // app://till and the browser shell both serve the page from the root.
  base: '/',
  plugins: [
    react(),
    jitlessZod(),
    withoutDefaultLocale(),
    onlyFirstLanguage(),
    drawingFonts(),
    feedKeys(),
    inlineSqlFiles(),
    prebuiltSchema(),
    withoutNativeModules(),
    withoutUnusedConfModules(),
    withoutUnusedPgModules(),
    unarchivedPackages(),
  ],
  // The app:// handler replaces it in each document, and react-aria reads it from the meta tag.
  html: { cspNonce: '__TILL_NONCE__' },
  publicDir: false,
  // For the texts: parsing JSON is faster than parsing the equivalent code.
  json: { stringify: true, namedExports: false },
  appType: 'spa',
  // For the notices in an installer: lists the bundled packages with their licences.
  build: { license: process.env.TILL_LICENCES === '1' ? { fileName: LICENCES_FILE } : false },
  environments: {
    client: {
      build: {
        outDir: toPath(`${dist}/renderer`),
        emptyOutDir: true,
        target: 'chrome140',
        // A small font must stay a file, because the CSP allows data: only for pictures.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 2_000,
        // Main uses the contract's schemas. The page loads only the schemas that a screen uses, when
        // that screen is opened.
        rolldownOptions: {
          treeshake: PAGE_TREESHAKE,
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                { name: 'first', tags: ['$initial'], test: /\.(m?js|tsx?|json)$/ },
                { name: getTextsChunkName, test: /\/shared\/locales\/[^/]+\/[^/]+\.json$/ },
              ],
            },
          },
        },
      },
    },
    main: createNodeEnvironment({
      folder: `${dist}/main`,
      format: 'es',
      input: {
        main: 'electron/main/entry.ts',
        'training-worker': 'electron/training/thread/worker.ts',
        'check-worker': 'electron/back-office/backup/inspect-worker.ts',
        'paper-worker': 'electron/printing/thread/paper-worker.ts',
      },
      fileName: '[name].js',
    }),
    cli: createNodeEnvironment({
      folder: `${dist}/cli`,
      format: 'es',
      input: { 'mostrador-cli': 'electron/operations/cli/entry.ts' },
      fileName: '[name].mjs',
    }),
    office: createNodeEnvironment({
      folder: `${dist}/office`,
      format: 'es',
      input: { 'mostrador-chain': 'electron/chain/server/entry.ts' },
      fileName: '[name].mjs',
    }),
    preload: createNodeEnvironment({
      folder: `${dist}/preload`,
      format: 'cjs',
      input: { preload: 'electron/preload/preload.ts' },
      fileName: '[name].cjs',
    }),
    // The customer's screen has its own page and preload script, which share no file with the till's,
    // so that neither can load code of the other.
    customerScreen: {
      consumer: 'client',
      build: {
        outDir: toPath(`${dist}/customer-screen`),
        emptyOutDir: true,
        target: 'chrome140',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: toPath('renderer/customer-screen/index.html'),
          treeshake: PAGE_TREESHAKE,
        },
      },
    },
    customerPreload: createNodeEnvironment({
      folder: `${dist}/customer-preload`,
      format: 'cjs',
      input: { 'customer-preload': 'electron/preload/customer-preload.ts' },
      fileName: '[name].cjs',
    }),
  },
  builder: {
    buildApp: async (builder) => {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment);
      }
    },
  },
});

/** Configures zod in the page not to compile code, which the CSP forbids. */
function jitlessZod(): Plugin {
  const jitlessModule = toPath('renderer/app/start/jitless.ts');
  return {
    name: 'jitless-zod',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source, importer) =>
      source === 'zod' && importer !== jitlessModule ? jitlessModule : null,
  };
}

/**
 * react-aria reads the browser's locale when it is loaded, which delays the sign-in screen by about 15
 * ms. The result is unused, because the page sets the language of react-aria.
 */
function withoutDefaultLocale(): Plugin {
  const replacementId = '\0default-locale';
  return {
    name: 'without-default-locale',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source) => (source.endsWith('/useDefaultLocale.mjs') ? replacementId : null),
    load: (id) =>
      id === replacementId
        ? "const locale = { locale: 'es-MX', direction: 'ltr' };\nexport const useDefaultLocale = () => locale;\n"
        : null,
  };
}

/** One chunk per language; null for texts that belong into the page's initial chunk. */
function getTextsChunkName(id: string): string | null {
  const [topic, language] = id.split('/').reverse();
  return language === FIRST_LANGUAGE || topic === 'app.json' ? null : `texts-${language}`;
}

/** Reduces the shared texts in the page to the first language; it loads other languages on demand. */
function onlyFirstLanguage(): Plugin {
  return {
    name: 'only-first-language',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: (_code, id) =>
      /\/shared\/locales\/texts\.ts$/.test(id.replaceAll('\\', '/'))
        ? {
            code: `import { texts } from './${FIRST_LANGUAGE}/index.ts';
export const DEFAULT_TEXTS = texts;
export const TEXTS = { '${FIRST_LANGUAGE}': texts };
`,
            map: null,
          }
        : null,
  };
}

/** Copies the fonts for drawing receipts, with the licences of their packages, into main's folder. */
function drawingFonts(): Plugin {
  const resolve = createRequire(import.meta.url).resolve;
  return {
    name: 'drawing-fonts',
    applyToEnvironment: (environment) => environment.name === 'main',
    generateBundle() {
      for (const file of FONT_FILES) {
        const [scope, name] = file.split('/');
        const licence = resolve(`${scope}/${name}/LICENSE`);
        this.emitFile({
          type: 'asset',
          fileName: `${FONT_FOLDER}/${getFontFileName(file)}`,
          source: readFileSync(resolve(file)),
        });
        this.emitFile({
          type: 'asset',
          fileName: `${FONT_FOLDER}/${name}-LICENSE.txt`,
          source: readFileSync(licence),
        });
      }
    },
  };
}

/** Copies the public keys of the update feed into main's folder. */
function feedKeys(): Plugin {
  return {
    name: 'feed-keys',
    applyToEnvironment: (environment) => environment.name === 'main',
    generateBundle() {
      const source = readFileSync(toPath('electron/shell/electron/updates/feed-keys.json'));
      this.emitFile({ type: 'asset', fileName: 'feed-keys.json', source });
    },
  };
}

/** Replaces each `readSqlFile(import.meta.url, …)` by the text of the file. */
function inlineSqlFiles(): Plugin {
  return {
    name: 'inline-sql-files',
    enforce: 'pre',
    transform(code, id) {
      if (!/readSqlFile\(\s*import/.test(code)) return null;
      const inlined = code.replace(
        /readSqlFile\(\s*import\.meta\.url,\s*'([^']+)',?\s*\)/g,
        (_call, file: string) => JSON.stringify(readSqlFile(pathToFileURL(id).href, file)),
      );
      if (/readSqlFile\(\s*import/.test(inlined))
        this.error(`cannot inline every SQL file of ${id}`);
      return { code: inlined, map: null };
    },
  };
}

/** Builds the newest ledger schema at build time instead of at each start. */
function prebuiltSchema(): Plugin {
  let isIncluded = false;
  return {
    name: 'prebuilt-schema',
    applyToEnvironment: ({ name }) => ['main', 'cli', 'office'].includes(name),
    transform: (_code, id) => {
      if (!/[\\/]ledger[\\/]made-schema\.ts$/.test(id)) return null;
      isIncluded = true;
      const schemas = JSON.stringify(buildSchemas(MIGRATIONS));
      return { code: `export const MADE_SCHEMA = ${schemas};\n`, map: null };
    },
    generateBundle() {
      if (!isIncluded) this.error('no module imports the ledger’s schema');
    },
  };
}

/**
 * ssh2 works without its native modules if it cannot load them; they are never installed. It also uses
 * `__dirname`, which a bundle does not have, but reads nothing there.
 */
function withoutNativeModules(): Plugin {
  const replacementId = '\0native-part';
  return {
    name: 'without-native-modules',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => ['main', 'cli', 'office'].includes(name),
    resolveId: (source) =>
      source === 'cpu-features' || source.endsWith('.node') ? replacementId : null,
    load: (id) =>
      id === replacementId ? "module.exports = {};\nthrow new Error('no native part');\n" : null,
    transform: (code, id) =>
      /[\\/]node_modules[\\/]ssh2[\\/]/.test(id) && code.includes('__dirname')
        ? { code: code.replaceAll('__dirname', "'.'"), map: null }
        : null,
  };
}

/**
 * conf, a dependency of electron-store, uses ajv only with a schema and semver only with migrations.
 * The settings have neither, because the till validates them itself. Without both, main loads less
 * before the sign-in screen.
 */
function withoutUnusedConfModules(): Plugin {
  const replacementId = '\0unused-of-conf';
  return {
    name: 'without-unused-conf-modules',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'main',
    resolveId: (source, importer = '') =>
      /^(semver|ajv(-formats|\/dist\/2020\.js))$/.test(source) && /[\\/]conf[\\/]/.test(importer)
        ? replacementId
        : null,
    load: (id) =>
      id === replacementId
        ? `export class Ajv2020 { constructor() { throw new Error('no validator is built in'); } }
export default {};
`
        : null,
  };
}

/**
 * We do not use pg's pool (the bundler includes it in a form that pg cannot extend), its reader of
 * .pgpass, or its modules for other runtimes.
 */
function withoutUnusedPgModules(): Plugin {
  const replacementId = '\0unused-of-pg';
  return {
    name: 'without-unused-pg-modules',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      /^(pg-(pool|native|cloudflare)|pgpass)$/.test(source) && /[\\/]pg[\\/]/.test(importer)
        ? replacementId
        : null,
    load: (id) => (id === replacementId ? 'module.exports = class Unused {};\n' : null),
  };
}

/** The bundles outside the asar archive need their own package.json with version and module type. */
function unarchivedPackages(): Plugin {
  const { version } = JSON.parse(readFileSync(toPath('package.json'), 'utf8'));
  const names = new Map([
    ['cli', 'mostrador-cli'],
    ['office', 'mostrador-chain'],
  ]);
  return {
    name: 'unarchived-packages',
    applyToEnvironment: (environment) => names.has(environment.name),
    generateBundle() {
      const name = names.get(this.environment.name);
      const source = JSON.stringify({ name, version, type: 'module' });
      this.emitFile({ type: 'asset', fileName: 'package.json', source: `${source}\n` });
    },
  };
}

interface NodeBundle {
  readonly folder: string;
  readonly format: 'es' | 'cjs';
  readonly input: Readonly<Record<string, string>>;
  readonly fileName: string;
}

function createNodeEnvironment({
  folder,
  format,
  input,
  fileName,
}: NodeBundle): EnvironmentOptions {
  const files = Object.entries(input).map(([name, file]) => [name, toPath(file)] as const);
  return {
    consumer: 'server',
    resolve: {
      noExternal: true,
      external: ['electron'],
      conditions: ['node', 'import', 'default'],
    },
    build: {
      outDir: toPath(folder),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      ssr: true,
      rolldownOptions: {
        input: Object.fromEntries(files.filter(([, file]) => existsSync(file))),
        external: ['electron', /^node:/],
        platform: 'node',
        treeshake: NODE_TREESHAKE,
        // In the folder of the entries, because some modules find files relative to their own path.
        output: {
          format,
          entryFileNames: fileName,
          chunkFileNames: fileName.replace('[name]', '[name]-[hash]'),
        },
      },
    },
  };
}
