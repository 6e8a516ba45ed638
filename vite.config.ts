import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

import { FONT_FILES, FONT_FOLDER, fontName } from './electron/printing/drawing/font-files.ts';

/** Tests build beside it, so that they do not pull the bundles from under a till that runs. */
const dist = process.env.TILL_DIST ?? 'dist';
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/**
 * One build, three environments, side by side in dist/: the page, main with the training worker
 * beside it, and the preload. Every npm package is bundled, so that dist/ runs alone; only
 * `electron` and Node's own modules come from the runtime.
 */
export default defineConfig({
  root: path('renderer'),
  // app://till and the browser shell both serve the page from the root.
  base: '/',
  plugins: [react(), jitlessZod(), drawingFonts(), withoutNativeParts(), withoutValidator()],
  // Filled in for each document by the app:// handler, and read by react-aria from the meta tag.
  html: { cspNonce: '__TILL_NONCE__' },
  publicDir: false,
  appType: 'spa',
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
        rolldownOptions: {
          // The contract's schemas are main's: the page takes those that a screen names, and only
          // when that screen is opened.
          treeshake: {
            moduleSideEffects: [{ test: /\/shared\/contract\//, sideEffects: false }],
          },
        },
      },
    },
    main: nodeEnvironment({
      folder: `${dist}/main`,
      format: 'es',
      input: {
        main: 'electron/entry.ts',
        'training-worker': 'electron/training/thread/worker.ts',
        'check-worker': 'electron/backup/inspect-worker.ts',
      },
      fileName: '[name].js',
    }),
    preload: nodeEnvironment({
      folder: `${dist}/preload`,
      format: 'cjs',
      input: { preload: 'electron/preload.ts' },
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
          fileName: `${FONT_FOLDER}/${fontName(file)}`,
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

/**
 * ssh2 goes without its compiled parts where it cannot load them: no such part is ever installed. It
 * asks for its own folder, which a bundle does not have, and reads nothing there.
 */
function withoutNativeParts(): Plugin {
  const nothing = '\0native-part';
  return {
    name: 'without-native-parts',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'main',
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
 * conf, beneath electron-store, makes a validator only of a schema that it is given, and the settings
 * give it none: they are checked by our own. It stays out of what main loads before the sign-in.
 */
function withoutValidator(): Plugin {
  const nothing = '\0validator';
  return {
    name: 'without-validator',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'main',
    resolveId: (source, importer = '') =>
      /^ajv(-formats|\/dist\/2020\.js)$/.test(source) && /[\\/]conf[\\/]/.test(importer)
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
        // Beside the entries: what looks for its neighbours by its own place finds them.
        output: { format, entryFileNames: fileName, chunkFileNames: '[name]-[hash].js' },
      },
    },
  };
}
