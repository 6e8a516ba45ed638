import { expect, it } from 'vitest';
import { pin, provisioningSchema } from '../contract/index.ts';
import {
  DEFAULT_COLUMNS,
  DEFAULT_FILE_MODE,
  DEFAULT_SFTP_PORT,
  DEFAULT_UPLOAD_HOUR,
  DEFAULT_ZONE,
  LEAST_PIN_DIGITS,
  MOST_PIN_DIGITS,
} from './index.ts';

it('holds only what the provisioning file could say as well', () => {
  const { shape } = provisioningSchema;
  const { shape: file } = shape.reconciliation.unwrap();
  const said: readonly (readonly [{ safeParse(value: unknown): { success: boolean } }, unknown])[] =
    [
      [file.timeZone, DEFAULT_ZONE],
      [file.uploadTime, DEFAULT_UPLOAD_HOUR.time],
      [file.uploadZone, DEFAULT_UPLOAD_HOUR.zone],
      [file.port, DEFAULT_SFTP_PORT],
      [file.mode, DEFAULT_FILE_MODE],
      [shape.printer, { kind: 'screen', columns: DEFAULT_COLUMNS }],
    ];
  for (const [schema, value] of said) expect(schema.safeParse(value).success).toBe(true);
});

it('bounds a PIN as the contract does', () => {
  const takes = (digits: number): boolean => pin.safeParse('1'.repeat(digits)).success;
  expect([LEAST_PIN_DIGITS - 1, MOST_PIN_DIGITS + 1].map(takes)).toEqual([false, false]);
  expect([LEAST_PIN_DIGITS, MOST_PIN_DIGITS].map(takes)).toEqual([true, true]);
});
