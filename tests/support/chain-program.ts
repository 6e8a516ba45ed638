import { runChainCommand } from '../../electron/chain/server/command/index.ts';

/** The commands of a chain from the sources, where the built program has a version beside it. */
process.exitCode = await runChainCommand({
  args: process.argv.slice(2),
  workingFolder: process.cwd(),
  env: process.env,
  version: 'test',
  write: (text) => process.stdout.write(text),
  isScreen: false,
  writeError: (text) => process.stderr.write(text),
  stopRequested: new Promise((resolve) => process.once('SIGTERM', resolve)),
});
