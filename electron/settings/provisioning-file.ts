import { dirname, resolve } from 'node:path';
import { fail, ok, type Provisioning, type Result } from '../../shared/contract/index.ts';
import { getFileWritableByOthersReason, readRegularFile } from '../platform/index.ts';
import { parseProvisioning } from './parse-provisioning.ts';

/** A logo and a certificate are separate files, or part of it. */
const MAX_PROVISIONING_BYTES = 4 * 1024 * 1024;

/**
 * Parses the text of a provisioning file. The problem names the invalid field, or states that the
 * text is not JSON.
 */
export function parseProvisioningText(text: string): Result<Provisioning> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return fail({ kind: 'provisioning', field: '(file)', reason: 'must be a JSON file' });
  }
  const parsed = parseProvisioning(json);
  return 'problem' in parsed ? fail(parsed.problem) : ok(parsed.value);
}

/**
 * Reads a provisioning file that only this account or an administrator can write. The files that it names are relative to the
 * returned `folder`.
 */
export async function readProvisioningFile(
  path: string,
): Promise<Result<{ provisioning: Provisioning; folder: string }>> {
  const file = await readRegularFile(path, MAX_PROVISIONING_BYTES, getFileWritableByOthersReason);
  if (!file.ok) return file;
  const parsed = parseProvisioningText(file.value.text);
  return parsed.ok ? ok({ provisioning: parsed.value, folder: dirname(resolve(path)) }) : parsed;
}
