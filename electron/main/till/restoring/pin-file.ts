import { readFile, rm, stat } from 'node:fs/promises';
import { type Approval, approvalSchema } from '../../../../shared/contract/index.ts';

/** A ledger or a backup that was named by mistake is not read whole. */
const MAX_PIN_FILE_BYTES = 4_096;

/**
 * `--pin FILE` and `--insist FILE`: a person's id and PIN, `{"cashierId": "carmen", "pin": "…"}`. The
 * file is removed once it has been read, but only if it is such a file: a backup whose name was
 * given in its place stays. Throws what the terminal is to say.
 */
export async function consumePinFile(
  option: '--pin' | '--insist',
  file: string,
): Promise<Approval> {
  const found = parsePinFile(await readPinFileText(option, file));
  if (found === null) {
    throw new Error(
      `${option} ${file}: no JSON with cashierId and pin, as in ` +
        '{"cashierId": "carmen", "pin": "…"}. The file was left as it is.',
    );
  }
  try {
    await rm(file);
  } catch (error) {
    throw new Error(
      `${option} ${file}: the file could not be removed, and would go on showing the PIN ` +
        `(${String(error)}). Remove it by hand. Nothing was changed.`,
    );
  }
  return found;
}

async function readPinFileText(option: string, file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    return size > MAX_PIN_FILE_BYTES ? '' : await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`${option} ${file}: the file cannot be read (${String(error)}).`);
  }
}

function parsePinFile(text: string): Approval | null {
  try {
    const read = approvalSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
