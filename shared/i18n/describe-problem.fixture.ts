import { type Problem, problemSchema } from '../contract/index.ts';

/** Creates a problem of every kind and reason, from the schema, so that none is missing. */
export function createAllProblems(): Problem[] {
  const problems: Problem[] = [];
  for (const option of problemSchema.options) {
    const shape: Record<string, { options?: readonly string[] }> = option.shape as never;
    const choices = [...(shape.reason?.options ?? shape.what?.options ?? [null])];
    for (const choice of choices) {
      const candidate = {
        kind: option.shape.kind.value,
        field: 'shop.name',
        reason: choice ?? 'required',
        what: choice,
        needs: 'supervisor',
        waitSeconds: 7,
        httpStatus: 422,
        code: 'R2',
        message: 'Invalid Account Number',
        seconds: 60,
        minutes: -20,
        expected: '7..15',
        limit: { amount: '2500.00', currency: 'USD' },
        available: { amount: '452.00', currency: 'USD' },
        missing: { amount: '4548.00', currency: 'USD' },
        isFloatCounted: true,
        billerKind: null,
        paymentId: 'p1',
        state: 'sending',
        until: null,
        file: 'training.sqlite',
        endsWith: 'supervisor',
        fields: ['apiKey', 'secretKey'],
        fingerprint: `SHA256:${'a'.repeat(43)}`,
        environment: 'production',
        reference: 'ab12',
        name: 'caja',
        billNumber: 2,
      };
      const ownFields = Object.fromEntries(
        Object.entries(candidate).filter(([name]) => name in option.shape),
      );
      problems.push(problemSchema.parse(ownFields));
    }
  }
  return problems;
}
