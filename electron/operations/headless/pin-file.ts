import { rm, stat } from 'node:fs/promises';
import { type Approval, approvalSchema } from '../../../shared/contract/index.ts';
import { readNamedFile } from '../../platform/index.ts';

/** A limit, so that a ledger or a backup named by mistake is not read whole. */
const MAX_PIN_FILE_BYTES = 4_096;

/**
 * `--pin FILE` and `--insist FILE`: a person's id and PIN, `{"cashierId": "carmen", "pin": "…"}`.
 * The file is deleted once it has been read, but only if it is such a file: a backup named by
 * mistake stays. Throws errors whose messages are printed on the terminal.
 */
export async function consumePinFile(
  option: '--pin' | '--insist',
  file: string,
): Promise<Approval> {
  const approval = parsePinFile(await readPinFileText(option, file));
  if (approval === null) {
    throw new Error(
      `${option} ${file}: this is not a PIN file. It must contain ` +
        '{"cashierId": "carmen", "pin": "…"}. The file was left unchanged.',
    );
  }
  try {
    await rm(file);
  } catch (error) {
    throw new Error(
      `${option} ${file}: the file could not be deleted, and still contains the PIN ` +
        `(${String(error)}). Delete it by hand, and run this again. Nothing was changed.`,
    );
  }
  return approval;
}

async function readPinFileText(option: string, file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > MAX_PIN_FILE_BYTES) return '';
    return (await readNamedFile(file, MAX_PIN_FILE_BYTES)).toString('utf8');
  } catch (error) {
    throw new Error(
      `${option} ${file}: the file cannot be read (${String(error)}). Check its path and permissions.`,
    );
  }
}

function parsePinFile(text: string): Approval | null {
  try {
    const parsed = approvalSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
