/** Where `mostrador-cli` begins: it is a bundle of its own, for plain Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCli } from './run-cli.ts';

// Whatever it makes is for this user alone.
process.umask(0o077);

if (process.argv[2] === 'chain') {
  // A bundle of its own, which begins by itself: a till's commands load nothing of it.
  const chain = join(import.meta.dirname, '..', 'office', 'mostrador-chain.mjs');
  await import(pathToFileURL(chain).href);
} else {
  process.exitCode = await runCli({
    args: process.argv.slice(2),
    workingFolder: process.cwd(),
    version: readBundledVersion(),
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  });
}

/** The build puts it beside the bundle. */
function readBundledVersion(): string {
  const file = join(import.meta.dirname, 'package.json');
  const { version } = { version: null, ...JSON.parse(readFileSync(file, 'utf8')) };
  return String(version);
}
