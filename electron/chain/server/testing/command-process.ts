import { runChainCommand } from '../command/index.ts';

/** A separate process that runs one command of `mostrador-cli chain` in its working folder. */
if (process.argv[1] === import.meta.filename) {
  process.exitCode = await runChainCommand({
    args: process.argv.slice(2),
    workingFolder: process.cwd(),
    env: process.env,
    version: '1.2.3',
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    isScreen: false,
    stopRequested: new Promise(() => {}),
  });
}
