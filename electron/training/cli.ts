import { parseTrainingCliOptions, TRAINING_CLI_USAGE } from './cli-options.ts';
import { startTrainingServer } from './http/training-server.ts';

process.umask(0o077);

/**
 * Runs only the training service. Prints one line of JSON to stdout once it listens, and nothing
 * else; errors go to stderr. Exit code 2: an invalid flag. Exit code 1: the server could not start.
 */
async function main(): Promise<number> {
  const parsed = parseTrainingCliOptions(process.argv.slice(2));
  if (parsed.kind === 'wrong') {
    process.stderr.write(`${parsed.message}\n\n${TRAINING_CLI_USAGE}`);
    return 2;
  }
  if (parsed.kind === 'help') {
    process.stderr.write(TRAINING_CLI_USAGE);
    return 0;
  }
  // Registered before the server starts: a signal in between must not leave its folder behind.
  const stopRequested = new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  try {
    const server = await startTrainingServer({
      ...parsed.options,
      onError: (error) => process.stderr.write(`${String(error)}\n`),
    });
    const { baseUrl, caFile, vendor, apiKey, secretKey } = server;
    process.stdout.write(`${JSON.stringify({ baseUrl, caFile, vendor, apiKey, secretKey })}\n`);
    await stopRequested;
    await server.close();
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

process.exitCode = await main();
