import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

import { buildAcceptedSchemas } from './electron/ledger/expected-schema.ts';
import { MIGRATIONS } from './electron/ledger/schema/index.ts';
import { readSqlFile } from './electron/platform/read-sql-file.ts';
import {
  FONT_FILES,
  FONT_FOLDER,
  getFontFileName,
} from './electron/printing/drawing/font-files.ts';
import { DEFAULT_LANGUAGE } from './shared/locales/languages.ts';

/** Tests build into another folder, so that they do not replace the bundles of a running till. */
const dist = process.env.TILL_DIST ?? 'dist';
/** Only for `npm run package`, which removes the file again. */
const LICENCES_FILE = 'licences.json';
const toPath = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Creating a database at each start, to compare the ledger's schema with, would take longer. */
const LEDGER_SCHEMAS = JSON.stringify(buildAcceptedSchemas(MIGRATIONS));

/** A module that imports one value of the contract does not load all its schemas. */
const CONTRACT_SIDE_EFFECTS = { test: /[\\/]shared[\\/]contract[\\/]/, sideEffects: false };
const NODE_TREESHAKE = { moduleSideEffects: [CONTRACT_SIDE_EFFECTS] };
/** The sign-in screen does not load a dialog because it imports a button from the same folder. */
const PAGE_TREESHAKE = {
  moduleSideEffects: [
    CONTRACT_SIDE_EFFECTS,
    {
      test: /[\\/]renderer[\\/](components|app)[\\/](?!start[\\/])(.+[\\/])?[\w-]+\.tsx?$/,
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
  plugins: [react(), inlineSqlFiles(), escapeNonAsciiCharacters()],
  // The app:// handler replaces it in each document, and react-aria reads it from the meta tag.
  html: { cspNonce: '__TILL_NONCE__' },
  publicDir: false,
  resolve: {
    alias: [
      // ssh2 works without its native modules, which are never installed: a bundle must not look for
      // them at run time, because any user of a computer may create C:\node_modules. The till gives pg
      // every password, so that pg does not need the reader of .pgpass.
      {
        find: /^(cpu-features|pgpass|.*\.node)$/,
        replacement: toPath('electron/platform/absent-module.ts'),
      },
      // pg cannot extend the module for `import`, which the conditions of main select.
      { find: /^pg-pool$/, replacement: toPath('node_modules/pg-pool/index.js') },
    ],
  },
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
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                { name: 'first', tags: ['$initial'], test: /\.(m?js|tsx?|json)$/ },
                {
                  name: getTextsChunkName,
                  test: /[\\/]shared[\\/]locales[\\/][^\\/]+[\\/][^\\/]+\.json$/,
                },
                // The page loads all of it before the sign-in ends. In a hundred files that
                // takes 0.4 s of processor time more.
                { name: 'screens', test: /\.(m?js|tsx?|css|json)$/ },
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
    browserShell: createNodeEnvironment({
      folder: `${dist}/browser-shell`,
      format: 'es',
      input: {
        register: 'electron/shell/browser/register.ts',
        index: 'electron/shell/browser/index.ts',
      },
      fileName: '[name].js',
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
      copyFonts();
      writePackageFile('cli', 'mostrador-cli');
      writePackageFile('office', 'mostrador-chain');
    },
  },
});

/** One chunk per language; null for texts that belong into the page's initial chunk. */
function getTextsChunkName(id: string): string | null {
  const [topic, language] = id.split(/[\\/]/).reverse();
  return language === DEFAULT_LANGUAGE || topic === 'app.json' ? null : `texts-${language}`;
}

/** Copies the fonts for drawing receipts, with the licences of their packages, into main's folder. */
function copyFonts(): void {
  const resolve = createRequire(import.meta.url).resolve;
  const folder = toPath(`${dist}/main/${FONT_FOLDER}`);
  mkdirSync(folder);
  for (const file of FONT_FILES) {
    const [scope, name] = file.split('/');
    copyFileSync(resolve(file), join(folder, getFontFileName(file)));
    copyFileSync(resolve(`${scope}/${name}/LICENSE`), join(folder, `${name}-LICENSE.txt`));
  }
}

/** The bundles outside the asar archive need their own package.json with version and module type. */
function writePackageFile(folder: string, name: string): void {
  const { version } = JSON.parse(readFileSync(toPath('package.json'), 'utf8'));
  const text = JSON.stringify({ name, version, type: 'module' });
  writeFileSync(toPath(`${dist}/${folder}/package.json`), `${text}\n`);
}

/**
 * Replaces each `readSqlFile(import.meta.url, …)` by the text of the file. Not by Vite's `?raw`: main,
 * its tests and Playwright also run from the sources on plain Node, which cannot import such a file.
 */
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

/**
 * Writes all other characters as escapes: V8 keeps a source with one of them in memory at two bytes per
 * character. In `String.raw` or behind a
 * backslash an escape would differ, so the build fails there.
 */
function escapeNonAsciiCharacters(): Plugin {
  return {
    name: 'escape-non-ascii-characters',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    // Not renderChunk: after it the code is printed again, without the escapes.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk') chunk.code = escapeNonAscii(chunk.code);
        }
      },
    },
  };
}

function escapeNonAscii(code: string): string {
  const difference = /\\\P{ASCII}|String\.raw`[^`]*\P{ASCII}/u.exec(code);
  if (difference !== null) throw new Error(`cannot escape ${difference[0]}`);
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
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
    define: { LEDGER_SCHEMAS },
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
          // A running program keeps its source in memory.
          comments: { legal: true, annotation: false, jsdoc: false },
          entryFileNames: fileName,
          chunkFileNames: fileName.replace('[name]', '[name]-[hash]'),
          // ssh2 reads it, but finds nothing there.
          intro: ({ moduleIds }) =>
            moduleIds.some((id) => /[\\/]node_modules[\\/]ssh2[\\/]/.test(id))
              ? "const __dirname = '.';"
              : '',
        },
      },
    },
  };
}
