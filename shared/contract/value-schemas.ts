import { z } from 'zod';
import { LANGUAGES } from '../locales/index.ts';
import { isDecimal } from '../money/index.ts';
import { SERVICE_VERSIONS } from '../rules/index.ts';

/** Schemas of plain JSON values that several calls share. Times are ISO 8601 in UTC. */

/**
 * Shared by all fields without further rules: creating a schema takes time, and thousands are created
 * before the sign-in screen appears.
 */
export const anyTextSchema = z.string();
export const nullableTextSchema = anyTextSchema.nullable();
export const integerSchema = z.number().int();
export const nullableIntegerSchema = integerSchema.nullable();
export const booleanSchema = z.boolean();

export const decimalSchema = z.string().max(40).refine(isDecimal, 'a decimal number');
export const currencyCodeSchema = z.string().min(1).max(8);
export const moneySchema = z.strictObject({ amount: decimalSchema, currency: currencyCodeSchema });
export const instantSchema = z.iso.datetime();
export const identifierSchema = z.string().min(1).max(64);
export const emptyObjectSchema = z.strictObject({});

export const environmentNameSchema = z.enum(['training', 'sandbox', 'production']);
export type EnvironmentName = z.infer<typeof environmentNameSchema>;

export const serviceVersionSchema = z.enum(SERVICE_VERSIONS);
export type { ServiceVersion } from '../rules/index.ts';

export const languageSchema = z.enum(LANGUAGES);
export type Language = z.infer<typeof languageSchema>;

export const roleSchema = z.enum(['cashier', 'supervisor', 'owner']);
export type Role = z.infer<typeof roleSchema>;

export const billerKindSchema = z.enum(['utility', 'top-up', 'gift-card', 'partner']);
export type BillerKind = z.infer<typeof billerKindSchema>;

/** A supervisor's PIN for one action, which records the approver. A signed-in supervisor needs it too. */
export const approvalSchema = z.strictObject({
  cashierId: identifierSchema,
  pin: z.string().min(1).max(16),
});
export type Approval = z.infer<typeof approvalSchema>;
