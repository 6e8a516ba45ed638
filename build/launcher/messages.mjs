/** Something that the person at the terminal can put right. */
export class LauncherError extends Error {}

/** The words of the command are not understood: exit code 2, as everywhere. */
export class UsageError extends LauncherError {}

/** Words for that person; standard output belongs to the commands. */
export function writeMessage(text) {
  process.stderr.write(`${text}\n`);
}
