import { z } from 'zod';
import type { HostComputer } from './host-computer.ts';
import { getHostFile, readHostFile, writeHostFile } from './host-files.ts';

const stateSchema = z.strictObject({
  /** For the tills: an IPv4 address or a name. */
  address: z.string(),
  /** Where this computer's till has its profile, or will have it; null until the first set-up is done. */
  profileFolder: z.string().nullable(),
  /** The port that a restore gives the database, so that the tills find it; null for a free one. */
  port: z.number().int().nullable().default(null),
  /** When the chain was taken to another computer; null while it is here. */
  movedAt: z.string().nullable(),
  /** A restore was begun and is not complete. */
  isRestoring: z.boolean(),
});
export type HostState = z.infer<typeof stateSchema>;

/** Returns null before the first set-up. */
export function readHostState(computer: HostComputer): HostState | null {
  const text = readHostFile(computer, 'state');
  if (text === null) return null;
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${getHostFile(computer, 'state')} is damaged. Delete it, and run this again with --address.`,
    );
  }
}

export async function writeHostState(computer: HostComputer, state: HostState): Promise<void> {
  await writeHostFile(computer, 'state', state);
}
