import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

import { buildSchemas } from './electron/ledger/expected-schema.ts';
import { MIGRATIONS } from './electron/ledger/schema/index.ts';
import {
  FONT_FILES,
  FONT_FOLDER,
  getFontFileName,
} from './electron/printing/drawing/font-files.ts';
import { FIRST_LANGUAGE } from './shared/locales/languages.ts';

/** Tests build beside it, so that they do not pull the bundles from under a till that runs. */
const dist = process.env.TILL_DIST ?? 'dist';
/** Only for `npm run package`, which takes it out again. */
const LICENCES = 'licences.json';
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Whoever takes a word from the contract does not load all its schemas. */
const SCHEMAS = { test: /\/shared\/contract\//, sideEffects: false };
const WITHOUT_UNUSED_SCHEMAS = { moduleSideEffects: [SCHEMAS] };
/** Nor does the sign-in load a dialog because it takes a button from the same folder. */
const WITHOUT_UNUSED_PARTS = {
  moduleSideEffects: [
    SCHEMAS,
    {
      test: /\/renderer\/(components|app)\/(?!start\/)(.+\/)?[\w-]+\.tsx?$/,
      sideEffects: false,
    },
  ],
};

/**
 * One build, side by side in dist/: the page, main with the training worker beside it, the preload,
 * page and preload of the window that faces the customer, `mostrador-cli`, and the chain's process. Every npm package is bundled, so
 * that dist/ runs alone; only `electron` and Node's own modules come from the runtime.
 */
export default defineConfig({
  root: path('renderer'),
  // app://till and the browser shell both serve the page from the root.
  base: '/',
  plugins: [
    react(),
    jitlessZod(),
    withoutDefaultLocale(),
    firstLanguageAlone(),
    drawingFonts(),
    feedKeys(),
    madeSchema(),
    withoutNativeParts(),
    withoutUnusedOfConf(),
    withoutUnusedOfPg(),
    packagesOutside(),
  ],
  // Filled in for each document by the app:// handler, and read by react-aria from the meta tag.
  html: { cspNonce: '__TILL_NONCE__' },
  publicDir: false,
  // Texts: JSON is read faster than code that says the same. Files with named exports stay code.
  json: { stringify: true, namedExports: false },
  appType: 'spa',
  // For the notices that travel with an installer: what is bundled, with each package's licence.
  build: { license: process.env.TILL_LICENCES === '1' ? { fileName: LICENCES } : false },
  environments: {
    client: {
      build: {
        outDir: path(`${dist}/renderer`),
        emptyOutDir: true,
        target: 'chrome140',
        // A font of some hundred bytes stays a file: data: is for pictures alone.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 2_000,
        // The contract's schemas are main's: the page takes those that a screen names, and only
        // when that screen is opened.
        rolldownOptions: {
          treeshake: WITHOUT_UNUSED_PARTS,
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                { name: 'first', tags: ['$initial'], test: /\.(m?js|tsx?|json)$/ },
                { name: textsOf, test: /\/shared\/locales\/[^/]+\/[^/]+\.json$/ },
              ],
            },
          },
        },
      },
    },
    main: nodeEnvironment({
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
    cli: nodeEnvironment({
      folder: `${dist}/cli`,
      format: 'es',
      input: { 'mostrador-cli': 'electron/operations/cli/entry.ts' },
      fileName: '[name].mjs',
    }),
    office: nodeEnvironment({
      folder: `${dist}/office`,
      format: 'es',
      input: { 'mostrador-chain': 'electron/chain/server/entry.ts' },
      fileName: '[name].mjs',
    }),
    preload: nodeEnvironment({
      folder: `${dist}/preload`,
      format: 'cjs',
      input: { preload: 'electron/preload/preload.ts' },
      fileName: '[name].cjs',
    }),
    // The window that faces the customer has a page and a preload of its own, which share no file with
    // the till's: neither can load what the other is made of.
    customerScreen: {
      consumer: 'client',
      build: {
        outDir: path(`${dist}/customer-screen`),
        emptyOutDir: true,
        target: 'chrome140',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: path('renderer/customer-screen/index.html'),
          treeshake: WITHOUT_UNUSED_PARTS,
        },
      },
    },
    customerPreload: nodeEnvironment({
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

/** The page's schemas are made by a zod that compiles no code. */
function jitlessZod(): Plugin {
  const stand = path('renderer/app/start/jitless.ts');
  return {
    name: 'jitless-zod',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source, importer) => (source === 'zod' && importer !== stand ? stand : null),
  };
}

/**
 * The page tells react-aria its language, and yet it asks the browser for one when it is loaded. That
 * takes some 15 ms before the sign-in can be drawn, and nothing uses the answer.
 */
function withoutDefaultLocale(): Plugin {
  const nothing = '\0default-locale';
  return {
    name: 'without-default-locale',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source) => (source.endsWith('/useDefaultLocale.mjs') ? nothing : null),
    load: (id) =>
      id === nothing
        ? "const locale = { locale: 'es-MX', direction: 'ltr' };\nexport const useDefaultLocale = () => locale;\n"
        : null,
  };
}

/** Each language in a file of its own, but for what the page's first file says. */
function textsOf(id: string): string | null {
  const [topic, language] = id.split('/').reverse();
  return language === FIRST_LANGUAGE || topic === 'app.json' ? null : `texts-${language}`;
}

/** What main and page both say: the page begins with its first language, and fetches another. */
function firstLanguageAlone(): Plugin {
  return {
    name: 'first-language-alone',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: (_code, id) =>
      /\/shared\/locales\/texts\.ts$/.test(id.replaceAll('\\', '/'))
        ? {
            code: `import { texts } from './${FIRST_LANGUAGE}/index.ts';
export const MEXICO = texts;
export const TEXTS = { '${FIRST_LANGUAGE}': texts };
`,
            map: null,
          }
        : null,
  };
}

/** The fonts that receipts are drawn with, beside main, each package's licence with them. */
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

/** The public keys of the feed of updates, as a file beside main. */
function feedKeys(): Plugin {
  return {
    name: 'feed-keys',
    applyToEnvironment: (environment) => environment.name === 'main',
    generateBundle() {
      const source = readFileSync(path('electron/shell/electron/updates/feed-keys.json'));
      this.emitFile({ type: 'asset', fileName: 'feed-keys.json', source });
    },
  };
}

/** The newest schema, made here once instead of at each start. */
function madeSchema(): Plugin {
  let isMade = false;
  return {
    name: 'made-schema',
    applyToEnvironment: ({ name }) => ['main', 'cli', 'office'].includes(name),
    transform: (_code, id) => {
      if (!/[\\/]ledger[\\/]made-schema\.ts$/.test(id)) return null;
      isMade = true;
      const schemas = JSON.stringify(buildSchemas(MIGRATIONS));
      return { code: `export const MADE_SCHEMA = ${schemas};\n`, map: null };
    },
    generateBundle() {
      if (!isMade) this.error('nobody asked for the ledger’s schema');
    },
  };
}

/**
 * ssh2 goes without its compiled parts where it cannot load them: no such part is ever installed. It
 * asks for its own folder, which a bundle does not have, and reads nothing there.
 */
function withoutNativeParts(): Plugin {
  const nothing = '\0native-part';
  return {
    name: 'without-native-parts',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => ['main', 'cli', 'office'].includes(name),
    resolveId: (source) => (source === 'cpu-features' || source.endsWith('.node') ? nothing : null),
    load: (id) =>
      id === nothing ? "module.exports = {};\nthrow new Error('no native part');\n" : null,
    transform: (code, id) =>
      /[\\/]node_modules[\\/]ssh2[\\/]/.test(id) && code.includes('__dirname')
        ? { code: code.replaceAll('__dirname', "'.'"), map: null }
        : null,
  };
}

/**
 * conf, beneath electron-store, makes a validator only of a schema that it is given, and compares
 * versions only for migrations; the settings give it neither: they are checked by our own. Both stay
 * out of what main loads before the sign-in.
 */
function withoutUnusedOfConf(): Plugin {
  const nothing = '\0unused-of-conf';
  return {
    name: 'without-unused-of-conf',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'main',
    resolveId: (source, importer = '') =>
      /^(semver|ajv(-formats|\/dist\/2020\.js))$/.test(source) && /[\\/]conf[\\/]/.test(importer)
        ? nothing
        : null,
    load: (id) =>
      id === nothing
        ? `export class Ajv2020 { constructor() { throw new Error('no validator is built in'); } }
export default {};
`
        : null,
  };
}

/**
 * Of pg we use neither its pool, which the bundler takes in a form that pg cannot extend, nor the
 * reader of .pgpass, nor what it needs on other runtimes.
 */
function withoutUnusedOfPg(): Plugin {
  const nothing = '\0unused-of-pg';
  return {
    name: 'without-unused-of-pg',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      /^(pg-(pool|native|cloudflare)|pgpass)$/.test(source) && /[\\/]pg[\\/]/.test(importer)
        ? nothing
        : null,
    load: (id) => (id === nothing ? 'module.exports = class Unused {};\n' : null),
  };
}

/** What stands outside the archive takes its version and its kind of modules with it. */
function packagesOutside(): Plugin {
  const { version } = JSON.parse(readFileSync(path('package.json'), 'utf8'));
  const names = new Map([
    ['cli', 'mostrador-cli'],
    ['office', 'mostrador-chain'],
  ]);
  return {
    name: 'packages-outside',
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

function nodeEnvironment({ folder, format, input, fileName }: NodeBundle): EnvironmentOptions {
  const files = Object.entries(input).map(([name, file]) => [name, path(file)] as const);
  return {
    consumer: 'server',
    resolve: {
      noExternal: true,
      external: ['electron'],
      conditions: ['node', 'import', 'default'],
    },
    build: {
      outDir: path(folder),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      ssr: true,
      rolldownOptions: {
        input: Object.fromEntries(files.filter(([, file]) => existsSync(file))),
        external: ['electron', /^node:/],
        platform: 'node',
        treeshake: WITHOUT_UNUSED_SCHEMAS,
        // Beside the entries: what looks for its neighbours by its own place finds them.
        output: {
          format,
          entryFileNames: fileName,
          chunkFileNames: fileName.replace('[name]', '[name]-[hash]'),
        },
      },
    },
  };
}
