/**
 * Use `node --import` with this file to run the built main on plain Node: `electron` then resolves
 * to the stand-in of this folder, also for libraries in node_modules.
 */
import { realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { MAIN_EVALUATED_SYMBOL } from './main-evaluated.ts';

/** Beside this file, both among the sources and built. */
const STAND_IN_URL = new URL(`./index${extname(import.meta.url)}`, import.meta.url).href;
/** What `electron` resolves to without this hook: loading it starts a download. */
const LAUNCHER_PATTERN = /[\\/]node_modules[\\/]electron[\\/]index\.js$/;

const script = process.argv[1];
const entry = script === undefined ? null : pathToFileURL(realpathSync(script)).href;

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    if (specifier !== 'electron' && !LAUNCHER_PATTERN.test(specifier)) {
      return nextResolve(specifier, context);
    }
    // A worker inherits this hook, but Electron has no `electron` module in a worker.
    if (!isMainThread) throw new Error('a worker thread has no electron module');
    return { url: STAND_IN_URL, shortCircuit: true };
  },
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (!isMainThread || url !== entry || loaded.format === 'commonjs' || !loaded.source) {
      return loaded;
    }
    // Electron is ready only after main has been fully evaluated, and so is the stand-in.
    const source =
      typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    return {
      ...loaded,
      source: `${source}\n;globalThis[Symbol.for('${MAIN_EVALUATED_SYMBOL}')]?.();\n`,
    };
  },
});
