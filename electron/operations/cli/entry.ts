/** Entry point of `mostrador-cli`: its own bundle, for plain Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Files are created for this user only.
process.umask(0o077);
// Without a listener, this signal opens Node's inspector, in which others can run code.
process.on('SIGUSR1', () => {});

if (process.argv[2] === 'chain') {
  // A separate bundle that runs on import, so that a till's commands do not load it.
  const chainBundle = join(import.meta.dirname, '..', 'office', 'mostrador-chain.mjs');
  await import(pathToFileURL(chainBundle).href);
} else {
  const { runCli } = await import('./run-cli.ts');
  process.exitCode = await runCli({
    args: process.argv.slice(2),
    workingFolder: process.cwd(),
    version: readBundledVersion(),
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  });
}

/** The build puts `package.json` beside the bundle. */
function readBundledVersion(): string {
  const file = join(import.meta.dirname, 'package.json');
  const { version } = { version: null, ...JSON.parse(readFileSync(file, 'utf8')) };
  return String(version);
}
