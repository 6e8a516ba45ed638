import { parseCliOptions, USAGE } from './cli-options.ts';
import { startTrainingServer } from './http/training-server.ts';

process.umask(0o077);

/**
 * Only the training service. Prints one line of JSON to stdout once it listens, and nothing else
 * there; errors go to stderr. Exit 2: a wrong flag. Exit 1: it could not listen.
 */
async function main(): Promise<number> {
  const read = parseCliOptions(process.argv.slice(2));
  if (read.kind === 'wrong') {
    process.stderr.write(`${read.message}\n\n${USAGE}`);
    return 2;
  }
  if (read.kind === 'help') {
    process.stderr.write(USAGE);
    return 0;
  }
  // Before it listens: a signal in between must not leave its folder behind.
  const asked = new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  try {
    const server = await startTrainingServer({
      ...read.options,
      onError: (error) => process.stderr.write(`${String(error)}\n`),
    });
    const { baseUrl, caFile, vendor, apiKey, secretKey } = server;
    process.stdout.write(`${JSON.stringify({ baseUrl, caFile, vendor, apiKey, secretKey })}\n`);
    await asked;
    await server.close();
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

process.exitCode = await main();
