/** Something that the person at the terminal can put right. */
export class LauncherError extends Error {}

/** Words for that person; standard output belongs to the commands. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}
