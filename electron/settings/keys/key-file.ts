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

/**
 * The part of the owner's recovery key that a till stores: the public half, and values derived with
 * it.
 */
export const storedRecoveryKeySchema = z.strictObject({
  recipient: z.string().startsWith('age1'),
  confirmedAt: instantSchema,
  /** The data key, encrypted to the recovery key: an age file in Base64. */
  dataKey: z.string(),
  /**
   * Proof that the holder of the recovery key confirmed the data key; see `computeRecoveryProof`.
   */
  vouched: z.string().regex(HEX_PATTERN),
});
export type StoredRecoveryKey = z.infer<typeof storedRecoveryKeySchema>;

const keyFileSchema = z.strictObject({
  format: z.literal(1),
  environment: environmentNameSchema,
  /** `DataKey.id`. */
  id: z.string().regex(HEX_PATTERN),
  kept: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('vault'), sealed: z.string() }),
    /** Base64. Only if the system has no strong key store, and never in production. */
    z.strictObject({ by: z.literal('file'), key: z.string() }),
  ]),
  recovery: storedRecoveryKeySchema.nullable(),
});
export type DataKeyFile = z.infer<typeof keyFileSchema>;

export function getKeyFileName(environment: EnvironmentName): string {
  return `key-${environment}.json`;
}

/** Reads the key file; null if there is none. */
export async function readDataKeyFile(
  path: string,
  environment: EnvironmentName,
): Promise<Result<DataKeyFile | null>> {
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
 * Whether a recovery key is confirmed, for read-only commands on a closed till; null if the key
 * file cannot be read.
 */
export function isRecoveryKeyConfirmed(
  folder: string,
  environment: EnvironmentName,
): boolean | null {
  const file = readKeyFileSync(folder, environment);
  return file && file.recovery !== null;
}

/** Returns the public half of the owner's recovery key; null if none is confirmed or readable. */
export function readRecoveryRecipient(folder: string, environment: EnvironmentName): string | null {
  return readKeyFileSync(folder, environment)?.recovery?.recipient ?? null;
}

function readKeyFileSync(folder: string, environment: EnvironmentName): DataKeyFile | null {
  try {
    const text = readFileSync(join(folder, getKeyFileName(environment)), 'utf8');
    return parseKeyFile(text, environment);
  } catch {
    return null;
  }
}

function parseKeyFile(text: string, environment: EnvironmentName): DataKeyFile | null {
  try {
    const parsed = keyFileSchema.safeParse(JSON.parse(text));
    return parsed.success && parsed.data.environment === environment ? parsed.data : null;
  } catch {
    // A parser error would leak a part of the key to the log.
    return null;
  }
}

/** Writes the file completely or not at all, readable only for this user. */
export async function writeDataKeyFile(path: string, file: DataKeyFile): Promise<Result<null>> {
  const written = await writeFileAtomically(path, (handle) =>
    handle.write(`${JSON.stringify(file, null, 2)}\n`),
  );
  return written.ok ? ok(null) : written;
}
