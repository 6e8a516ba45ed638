import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type EnvironmentName,
  environmentNameSchema,
  fail,
  instantSchema,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import { writeFileAtomically } from '../../platform/index.ts';

const HEX_PATTERN = /^[0-9a-f]+$/;

/** The owner's recovery key, as far as a till keeps it: the public half, and what was made with it. */
export const recoverySchema = z.strictObject({
  recipient: z.string().startsWith('age1'),
  confirmedAt: instantSchema,
  /** The data key, encrypted to it: an age file in Base64. */
  dataKey: z.string(),
  /** What the recovery key says of the data key; `computeRecoveryProof`. */
  vouched: z.string().regex(HEX_PATTERN),
});
export type StoredRecoveryKey = z.infer<typeof recoverySchema>;

const keyFileSchema = z.strictObject({
  format: z.literal(1),
  environment: environmentNameSchema,
  /** `DataKey.id`. */
  id: z.string().regex(HEX_PATTERN),
  kept: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('vault'), sealed: z.string() }),
    /** Base64. Only where the system has no strong key store, and never in production. */
    z.strictObject({ by: z.literal('file'), key: z.string() }),
  ]),
  recovery: recoverySchema.nullable(),
});
export type KeyFile = z.infer<typeof keyFileSchema>;

export function getKeyFileName(environment: EnvironmentName): string {
  return `key-${environment}.json`;
}

/** Null if there is none. */
export async function readKeyFile(
  path: string,
  environment: EnvironmentName,
): Promise<Result<KeyFile | null>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ok(null);
    return fail({ kind: 'data-key', reason: 'damaged' });
  }
  const file = parseKeyFile(text, environment);
  return file === null ? fail({ kind: 'data-key', reason: 'damaged' }) : ok(file);
}

/**
 * Whether a recovery key is confirmed, for somebody who only looks at the files of a closed till;
 * null where the key file cannot be read.
 */
export function isRecoveryKeyConfirmed(
  folder: string,
  environment: EnvironmentName,
): boolean | null {
  try {
    const text = readFileSync(join(folder, getKeyFileName(environment)), 'utf8');
    const file = parseKeyFile(text, environment);
    return file && file.recovery !== null;
  } catch {
    return null;
  }
}

function parseKeyFile(text: string, environment: EnvironmentName): KeyFile | null {
  try {
    const read = keyFileSchema.safeParse(JSON.parse(text));
    return read.success && read.data.environment === environment ? read.data : null;
  } catch {
    // An error of the parser would carry a piece of the key into the log.
    return null;
  }
}

/** Whole or not at all, and for this user alone. */
export async function writeKeyFile(path: string, file: KeyFile): Promise<Result<null>> {
  const written = await writeFileAtomically(path, (handle) =>
    handle.write(`${JSON.stringify(file, null, 2)}\n`),
  );
  return written.ok ? ok(null) : written;
}
