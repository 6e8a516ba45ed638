import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { anyTextSchema, approvalSchema, integerSchema } from './value-schemas.ts';

export const diagnosticsCalls = {
  /** Writes the support bundle, a zip file, into the till's export folder. */
  'diagnostics.create': defineCall(
    'diagnostics',
    z.strictObject({ approval: approvalSchema.nullable() }),
    z.strictObject({ file: anyTextSchema, bytes: integerSchema }),
  ),
};
