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

it('has only defaults that the provisioning file accepts', () => {
  const { shape } = provisioningSchema;
  const { shape: file } = shape.reconciliation.unwrap();
  const cases: readonly (readonly [
    { safeParse(value: unknown): { success: boolean } },
    unknown,
  ])[] = [
    [file.timeZone, DEFAULT_CHAIN_TIME_ZONE],
    [file.uploadTime, DEFAULT_UPLOAD_TIME.time],
    [file.uploadZone, DEFAULT_UPLOAD_TIME.zone],
    [file.port, DEFAULT_SFTP_PORT],
    [file.mode, DEFAULT_FILE_MODE],
    [shape.printer, { kind: 'screen', columns: DEFAULT_COLUMNS }],
  ];
  for (const [schema, value] of cases) expect(schema.safeParse(value).success).toBe(true);
});

it('has the same PIN length limits as the contract', () => {
  const isAccepted = (digits: number): boolean => pinSchema.safeParse('1'.repeat(digits)).success;
  expect([MIN_PIN_DIGITS - 1, MAX_PIN_DIGITS + 1].map(isAccepted)).toEqual([false, false]);
  expect([MIN_PIN_DIGITS, MAX_PIN_DIGITS].map(isAccepted)).toEqual([true, true]);
});
