import { createRecoveryKeyPair, toRecipient } from '../../../../settings/keys/age/index.ts';
import { readRecoveryRecipient } from '../../../../settings/keys/index.ts';
import type { HostComputer } from './host-computer.ts';
import { readHostFile, writeHostFile } from './host-files.ts';
import { readLocalTill } from './local-till.ts';

/** Creates the key with which this computer opens its own backups, once. */
export async function ensureBackupKey(computer: HostComputer): Promise<void> {
  if (readHostFile(computer, 'backupKey') !== null) return;
  const { identity } = await createRecoveryKeyPair();
  await writeHostFile(computer, 'backupKey', `${identity}\n`);
}

/**
 * Returns the public keys to which a backup is encrypted: this computer's, and the owner's recovery key
 * if the till has one, which opens the till's own backups too.
 */
export async function listBackupRecipients(
  computer: HostComputer,
  profileFolder: string | null,
): Promise<readonly string[]> {
  const own = await toRecipient((readHostFile(computer, 'backupKey') ?? '').trim());
  if (own === null) throw new Error('The key of the backups is missing. Run chain host first.');
  const till = profileFolder === null ? null : readLocalTill(profileFolder);
  const recovery =
    till === null || profileFolder === null
      ? null
      : readRecoveryRecipient(profileFolder, till.settings.environment);
  return recovery === null ? [own] : [own, recovery];
}
