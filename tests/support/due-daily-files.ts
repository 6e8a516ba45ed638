import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Provisioning } from '../../shared/contract/index.ts';
import type { OpenSsh } from './openssh/index.ts';

/** Daily files that are due at the time of the test. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A zone in which it is about noon now: yesterday's file is due there, and today has not ended. */
const HOURS_TO_NOON = 12 - new Date().getUTCHours();
export const NOON_TIME_ZONE = `Etc/GMT${HOURS_TO_NOON > 0 ? '-' : '+'}${Math.abs(HOURS_TO_NOON)}`;

/** Returns the reconciliation settings for that server. */
export function createUploadSettings(sshd: OpenSsh): NonNullable<Provisioning['reconciliation']> {
  return {
    timeZone: NOON_TIME_ZONE,
    uploadTime: '04:00',
    uploadZone: NOON_TIME_ZONE,
    host: sshd.host,
    port: sshd.port,
    user: sshd.user,
    privateKey: sshd.privateKey,
    uploads: true,
  };
}

/** Returns the business day of this many days ago, in the chain's zone. */
export function getBusinessDay(daysAgo: number): string {
  return new Date(Date.now() + HOURS_TO_NOON * HOUR_MS - daysAgo * DAY_MS)
    .toISOString()
    .slice(0, 10);
}

/**
 * Returns the UTC day, `YYYYMMDD`, on which the file of that business day was due: at 04:00 after
 * it.
 */
export function getDueDate(daysAgo: number): string {
  const due =
    Date.parse(`${getBusinessDay(daysAgo)}T00:00:00Z`) + DAY_MS + (4 - HOURS_TO_NOON) * HOUR_MS;
  return new Date(due).toISOString().slice(0, 10).replaceAll('-', '');
}

/**
 * Changes the data of a stopped till: it has uploaded for two days, its payment is from yesterday,
 * and the service holds another amount for it. Returns the payment's time as the file writes it.
 */
export async function insertAmountDifferenceFromYesterday(profile: string): Promise<string> {
  const yesterdayTime = new Date(Date.now() - DAY_MS).toISOString().slice(0, 19);
  const ledger = new DatabaseSync(join(profile, 'ledger-training.sqlite'));
  ledger.exec(`UPDATE reconciliation_state SET uploading_since = '${getBusinessDay(2)}';
    UPDATE outcomes SET transaction_created_at = '${yesterdayTime}Z'`);
  ledger.close();
  const service = new DatabaseSync(join(profile, 'training-service', 'training.db'));
  service.exec(
    `UPDATE transactions SET amount = '121.00', created_at = ${Date.parse(`${yesterdayTime}Z`)}`,
  );
  service.close();
  return yesterdayTime;
}
