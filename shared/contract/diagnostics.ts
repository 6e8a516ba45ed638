import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { anyText, approvalSchema, integer } from './values.ts';

export const diagnosticsCalls = {
  /** One zip for the help line, in the till's folder of exports. */
  'diagnostics.make': defineCall(
    'diagnostics',
    z.strictObject({ approval: approvalSchema.nullable() }),
    z.strictObject({ file: anyText, bytes: integer }),
  ),
};
