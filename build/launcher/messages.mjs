/** An error that the person at the terminal can fix. Its message is shown without a stack. */
export class LauncherError extends Error {}

/** Invalid arguments: exit code 2, like in all our commands. */
export class UsageError extends LauncherError {}

/**
 * Writes to standard error, because standard output is for the output of the commands.
 *
 * @param {string} text
 */
export function writeMessage(text) {
  process.stderr.write(`${text}\n`);
}
