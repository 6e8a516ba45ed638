import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fail, ok, type Provisioning, type Result } from '../../shared/contract/index.ts';
import { parseProvisioning } from './parse-provisioning.ts';

/**
 * Parses the text of a provisioning file. The problem names the invalid field, or states that the
 * text is not JSON.
 */
export function readProvisioningText(text: string): Result<Provisioning> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return fail({ kind: 'provisioning', field: '(file)', reason: 'must be a JSON file' });
  }
  const parsed = parseProvisioning(json);
  return 'problem' in parsed ? fail(parsed.problem) : ok(parsed.value);
}

/** Reads a provisioning file. The files that it names are relative to the returned `folder`. */
export async function readProvisioningFile(
  path: string,
): Promise<Result<{ provisioning: Provisioning; folder: string }>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return fail({ kind: 'provisioning', field: '(file)', reason: 'must be a readable file' });
  }
  const parsed = readProvisioningText(text);
  return parsed.ok ? ok({ provisioning: parsed.value, folder: dirname(resolve(path)) }) : parsed;
}
