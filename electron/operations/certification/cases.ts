import { z } from 'zod';
import { decimalSchema } from '../../../shared/contract/index.ts';

/** The accounts that a certification is played with. */

const caseAccountSchema = z.strictObject({
  billerId: z.number().int(),
  accountNumber: z.string().min(1).max(100),
});
const paidCaseSchema = caseAccountSchema.extend({ amount: decimalSchema });

const casesSchema = z.strictObject({
  /** Has a balance, and takes exactly that. */
  balance: caseAccountSchema,
  /** Each is refused with this code when its balance is asked for. */
  R2: caseAccountSchema,
  R9: caseAccountSchema,
  R16: caseAccountSchema,
  R22: caseAccountSchema,
  /** A payment ends in R24 after a while: also for the time-out. */
  R24: paidCaseSchema,
  /** Can be paid without a bill, and taken back where the version can cancel. */
  cancellable: paidCaseSchema,
  /** Is paid, and cannot be taken back: R26. */
  notCancellable: paidCaseSchema,
  topUp: paidCaseSchema,
  /** Null: the provisioning file's first `cashOutBillers` with this account number. */
  cashOut: paidCaseSchema.extend({ billerId: z.number().int().nullable() }),
});
export type Cases = z.infer<typeof casesSchema>;
export type CaseAccount = z.infer<typeof caseAccountSchema>;
export type RefusedCode = 'R2' | 'R9' | 'R16' | 'R22';

/** The accounts that the interface's sandbox is known for. */
export const KNOWN_CASES: Cases = {
  balance: { billerId: 40, accountNumber: '501000000007' },
  R2: { billerId: 40, accountNumber: '501000000004' },
  R9: { billerId: 6900, accountNumber: '1111362009' },
  R16: { billerId: 2901, accountNumber: '1111322016' },
  R22: { billerId: 1821, accountNumber: '1111992022' },
  R24: { billerId: 37, accountNumber: '2424240024', amount: '100.00' },
  cancellable: { billerId: 35, accountNumber: '123456851236', amount: '150.00' },
  notCancellable: { billerId: 37, accountNumber: '7259047384', amount: '120.00' },
  topUp: { billerId: 13599, accountNumber: '5599999999', amount: '100.00' },
  cashOut: { billerId: null, accountNumber: '4152313412341234', amount: '200.00' },
};

/** Cases of a file replace the known ones by name; what is wrong with it, in words, if it is. */
export function parseCases(text: string): { cases: Cases } | { wrong: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { wrong: 'it is not JSON' };
  }
  const given = z.looseObject({}).safeParse(json);
  const read = casesSchema.safeParse(given.success ? { ...KNOWN_CASES, ...given.data } : json);
  if (read.success) return { cases: read.data };
  const [issue] = read.error.issues;
  return { wrong: `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'not readable'}` };
}
