import { z } from 'zod';
import { decimalSchema } from '../../../shared/contract/index.ts';

/** The test accounts of a certification. */

const caseAccountSchema = z.strictObject({
  billerId: z.number().int(),
  accountNumber: z.string().min(1).max(100),
});
const paidCaseSchema = caseAccountSchema.extend({ amount: decimalSchema });

const casesSchema = z.strictObject({
  /** Has a balance, and accepts exactly that amount. */
  balance: caseAccountSchema,
  /** Each of these accounts is refused with its code when its balance is requested. */
  R2: caseAccountSchema,
  R9: caseAccountSchema,
  R16: caseAccountSchema,
  R22: caseAccountSchema,
  /** A payment ends in R24 after a delay: also used for the timeout. */
  R24: paidCaseSchema,
  /** Can be paid without a bill, and cancelled if the version supports it. */
  cancellable: paidCaseSchema,
  /** Can be paid but not cancelled: R26. */
  notCancellable: paidCaseSchema,
  topUp: paidCaseSchema,
  /**
   * A null biller means the first of `cashOutBillers` in the provisioning file; a null account
   * number means one that this biller accepts, another one in each run.
   */
  cashOut: paidCaseSchema.extend({
    billerId: z.number().int().nullable(),
    accountNumber: caseAccountSchema.shape.accountNumber.nullable(),
  }),
});
export type CertificationCases = z.infer<typeof casesSchema>;
export type CertificationCaseAccount = z.infer<typeof caseAccountSchema>;
export type ExpectedRefusalCode = 'R2' | 'R9' | 'R16' | 'R22';

/** The accounts that the interface documents for its sandbox. */
export const SANDBOX_CERTIFICATION_CASES: CertificationCases = {
  balance: { billerId: 40, accountNumber: '501000000007' },
  R2: { billerId: 40, accountNumber: '501000000004' },
  R9: { billerId: 6900, accountNumber: '1111362009' },
  R16: { billerId: 2901, accountNumber: '1111322016' },
  R22: { billerId: 1821, accountNumber: '1111992022' },
  R24: { billerId: 37, accountNumber: '2424240024', amount: '100.00' },
  cancellable: { billerId: 35, accountNumber: '123456851236', amount: '150.00' },
  notCancellable: { billerId: 37, accountNumber: '7259047384', amount: '120.00' },
  topUp: { billerId: 13599, accountNumber: '5599999999', amount: '100.00' },
  cashOut: { billerId: null, accountNumber: null, amount: '200.00' },
};

/**
 * Parses a file of cases, which replace those of the sandbox by name; returns a text if the file is
 * invalid.
 */
export function parseCertificationCases(
  text: string,
): { cases: CertificationCases } | { error: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { error: 'this is not valid JSON' };
  }
  const object = z.looseObject({}).safeParse(json);
  const parsed = casesSchema.safeParse(
    object.success ? { ...SANDBOX_CERTIFICATION_CASES, ...object.data } : json,
  );
  if (parsed.success) return { cases: parsed.data };
  const [issue] = parsed.error.issues;
  return { error: `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'invalid'}` };
}
