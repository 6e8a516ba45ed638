import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { AuditPerson } from '../../../ledger/audit/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import { type HostKey, type ServerAddress, UNKNOWN_KEY_TYPE } from '../upload-server.ts';
import {
  clearSeenHostKey,
  confirmHostKey,
  type HostKeyRow,
  readHostKey,
  writeSeenHostKey,
} from './host-key-queries.ts';

/**
 * The server's host keys: the one that a person has confirmed, and the last other one that was
 * seen.
 */
export interface PinnedHostKeys {
  /**
   * The key type to request first, or `UNKNOWN_KEY_TYPE`; null if there is no key to compare with, and
   * any key is new.
   */
  getKeyType(server: ServerAddress): string | null;
  readHostKey(server: ServerAddress): HostKeyRow;
  isConfirmed(server: ServerAddress, key: HostKey): boolean;
  /** Confirms the key that was seen, if it is the one that the person compared. */
  confirm(server: ServerAddress, fingerprint: string, by: AuditPerson): Result<null>;
}

export function createPinnedHostKeys(
  ports: Pick<ReconciliationPorts, 'database' | 'clock' | 'audit' | 'onChange'>,
): PinnedHostKeys {
  const { database, clock, audit } = ports;
  const read = (server: ServerAddress): HostKeyRow =>
    readHostKey(database, server.host, server.port);

  /**
   * Stores the key of the settings in place of a person's. While the settings have a key, no other
   * can be confirmed.
   */
  const savePinnedKey = (server: ServerAddress, key: HostKey): void => {
    const { confirmed } = read(server);
    if (confirmed?.fingerprint === key.fingerprint) return;
    const at = toIsoTime(clock.now());
    database.commit(() => {
      writeSeenHostKey(database, server, { ...key, at });
      confirmHostKey(database, server, { at, by: 'hostKey' });
      audit.recordInTransaction({
        kind: 'host-key-confirmed',
        by: null,
        detail: {
          host: server.host,
          fingerprint: key.fingerprint,
          before: confirmed?.fingerprint ?? null,
          from: 'reconciliation.hostKey',
        },
      });
    });
    ports.onChange(null);
  };

  return {
    readHostKey: read,
    getKeyType: (server) => {
      const { confirmed } = read(server);
      const pinned = parsePinnedHostKey(server);
      if (pinned === null) return confirmed?.keyType ?? null;
      if (pinned.keyType !== UNKNOWN_KEY_TYPE) return pinned.keyType;
      return confirmed?.fingerprint === pinned.fingerprint ? confirmed.keyType : UNKNOWN_KEY_TYPE;
    },
    isConfirmed: (server, key) => {
      const pinned = parsePinnedHostKey(server);
      if (pinned?.fingerprint === key.fingerprint) savePinnedKey(server, key);
      const { confirmed: stored, seen } = read(server);
      const isNotPinned = pinned !== null && pinned.fingerprint !== key.fingerprint;
      const confirmed = isNotPinned ? null : stored;
      if (confirmed?.fingerprint === key.fingerprint) {
        if (seen !== null) {
          database.commit(() => clearSeenHostKey(database, server));
          ports.onChange(null);
        }
        return true;
      }
      const at = toIsoTime(clock.now());
      database.commit(() => writeSeenHostKey(database, server, { ...key, at }));
      ports.onChange(null);
      return false;
    },
    confirm: (server, fingerprint, by) => {
      const { seen, confirmed } = read(server);
      if (seen?.fingerprint !== fingerprint || parsePinnedHostKey(server) !== null) {
        return fail({
          kind: 'upload',
          reason: 'host-key-changed',
          fingerprint: seen?.fingerprint ?? null,
        });
      }
      database.commit(() => {
        confirmHostKey(database, server, { at: toIsoTime(clock.now()), by: by.name });
        audit.recordInTransaction({
          kind: 'host-key-confirmed',
          by,
          detail: { host: server.host, fingerprint, before: confirmed?.fingerprint ?? null },
        });
      });
      ports.onChange(null);
      return ok(null);
    },
  };
}

/**
 * Parses a key in the format of OpenSSH: a fingerprint, or the public key, which also contains its
 * type; that of a fingerprint is `UNKNOWN_KEY_TYPE`.
 */
export function parsePinnedHostKey({ hostKey = null }: ServerAddress): HostKey | null {
  if (hostKey === null) return null;
  const [first = '', base64] = hostKey.split(' ');
  if (base64 === undefined) {
    return { keyType: UNKNOWN_KEY_TYPE, fingerprint: first.replace(/=$/, '') };
  }
  const digest = createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64');
  return { keyType: first, fingerprint: `SHA256:${digest.replace(/=+$/, '')}` };
}
