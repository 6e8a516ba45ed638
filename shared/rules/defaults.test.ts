import { expect, it } from 'vitest';
import { pinSchema, provisioningSchema } from '../contract/index.ts';
import {
  DEFAULT_CHAIN_TIME_ZONE,
  DEFAULT_COLUMNS,
  DEFAULT_FILE_MODE,
  DEFAULT_SFTP_PORT,
  DEFAULT_UPLOAD_TIME,
  MAX_PIN_DIGITS,
  MIN_PIN_DIGITS,
} from './index.ts';

it('holds only what the provisioning file could say as well', () => {
  const { shape } = provisioningSchema;
  const { shape: file } = shape.reconciliation.unwrap();
  const said: readonly (readonly [{ safeParse(value: unknown): { success: boolean } }, unknown])[] =
    [
      [file.timeZone, DEFAULT_CHAIN_TIME_ZONE],
      [file.uploadTime, DEFAULT_UPLOAD_TIME.time],
      [file.uploadZone, DEFAULT_UPLOAD_TIME.zone],
      [file.port, DEFAULT_SFTP_PORT],
      [file.mode, DEFAULT_FILE_MODE],
      [shape.printer, { kind: 'screen', columns: DEFAULT_COLUMNS }],
    ];
  for (const [schema, value] of said) expect(schema.safeParse(value).success).toBe(true);
});

it('bounds a PIN as the contract does', () => {
  const takes = (digits: number): boolean => pinSchema.safeParse('1'.repeat(digits)).success;
  expect([MIN_PIN_DIGITS - 1, MAX_PIN_DIGITS + 1].map(takes)).toEqual([false, false]);
  expect([MIN_PIN_DIGITS, MAX_PIN_DIGITS].map(takes)).toEqual([true, true]);
});
