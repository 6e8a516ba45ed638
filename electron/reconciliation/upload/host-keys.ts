import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import { isoTime } from '../../platform/index.ts';
import type { Actor, ReconciliationPorts } from '../ports.ts';
import type { HostKey, ServerAddress } from '../server.ts';
import {
  confirmHostKey,
  forgetSeenHostKey,
  type HostKeyRow,
  readHostKey,
  writeSeenHostKey,
} from './host-key-queries.ts';

/** The server's key: the one that a person has confirmed, and any other that was shown. */
export interface PinnedKeys {
  of(server: ServerAddress): HostKeyRow;
  isConfirmed(server: ServerAddress, key: HostKey): boolean;
  /** Pins the key that was seen, if it is the one that the person compared. */
  confirm(server: ServerAddress, fingerprint: string, by: Actor): Result<null>;
}

export function createPinnedKeys(
  ports: Pick<ReconciliationPorts, 'database' | 'clock' | 'audit' | 'onChange'>,
): PinnedKeys {
  const { database, clock, audit } = ports;
  const of = (server: ServerAddress): HostKeyRow => readHostKey(database, server.host, server.port);
  return {
    of,
    isConfirmed: (server, key) => {
      const { confirmed, seen } = of(server);
      if (confirmed?.fingerprint === key.fingerprint) {
        if (seen !== null) {
          database.commit(() => forgetSeenHostKey(database, server));
          ports.onChange(null);
        }
        return true;
      }
      const at = isoTime(clock.now());
      database.commit(() => writeSeenHostKey(database, server, { ...key, at }));
      ports.onChange(null);
      return false;
    },
    confirm: (server, fingerprint, by) => {
      const { seen, confirmed } = of(server);
      if (seen?.fingerprint !== fingerprint) {
        return fail({
          kind: 'upload',
          reason: 'host-key-changed',
          fingerprint: seen?.fingerprint ?? null,
        });
      }
      database.commit(() => {
        confirmHostKey(database, server, { at: isoTime(clock.now()), by: by.name });
        audit.noteInCommit({
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
