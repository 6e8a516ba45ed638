import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Provisioning } from '../../../shared/contract/index.ts';
import { type OpenSsh, startOpenSsh } from '../../support/openssh/index.ts';
import { test as base } from './test.ts';

/** Daily files that are due, and a real server to which they go. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Where it is about noon, whenever this runs: yesterday's file is due there, and today goes on. */
const AHEAD = 12 - new Date().getUTCHours();
const ZONE = `Etc/GMT${AHEAD > 0 ? '-' : '+'}${Math.abs(AHEAD)}`;

export const uploadsTest = base.extend<{ readonly sshd: OpenSsh }>({
  sshd: async ({ shell: _ }, use) => {
    const sshd = await startOpenSsh();
    await use(sshd);
    await sshd.stop();
  },
});

/** What the provisioning file says of that server. */
export function uploadsTo(sshd: OpenSsh): NonNullable<Provisioning['reconciliation']> {
  return {
    timeZone: ZONE,
    uploadTime: '04:00',
    uploadZone: ZONE,
    host: sshd.host,
    port: sshd.port,
    user: sshd.user,
    privateKey: sshd.privateKey,
    uploads: true,
  };
}

/** The business day of so many days ago, in the chain's zone. */
export function day(ago: number): string {
  return new Date(Date.now() + AHEAD * HOUR_MS - ago * DAY_MS).toISOString().slice(0, 10);
}

/** The UTC day, `YYYYMMDD`, on which the file of that business day was due: at 04:00 after it. */
export function dateOf(ago: number): string {
  const due = Date.parse(`${day(ago)}T00:00:00Z`) + DAY_MS + (4 - AHEAD) * HOUR_MS;
  return new Date(due).toISOString().slice(0, 10).replaceAll('-', '');
}

/**
 * The till that is stopped has been uploading for two days, and its payment was yesterday's. Of its
 * amount the service holds another. Answers the payment's time as the file writes it.
 */
export async function twoDaysOff(profile: string): Promise<string> {
  const at = new Date(Date.now() - DAY_MS).toISOString().slice(0, 19);
  const ledger = new DatabaseSync(join(profile, 'ledger-training.sqlite'));
  ledger.exec(`UPDATE reconciliation_state SET uploading_since = '${day(2)}';
    UPDATE outcomes SET transaction_created_at = '${at}Z'`);
  ledger.close();
  const service = new DatabaseSync(join(profile, 'training-service', 'training.db'));
  service.exec(`UPDATE transactions SET amount = '121.00', created_at = ${Date.parse(`${at}Z`)}`);
  service.close();
  return at;
}
