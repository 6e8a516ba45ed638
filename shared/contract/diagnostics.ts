import { z } from 'zod';
import { call } from './define.ts';
import { approval } from './values.ts';

export const diagnosticsCalls = {
  /** One zip for the help line, in the till's folder of exports. */
  'diagnostics.make': call(
    'diagnostics',
    z.strictObject({ approval: approval.nullable() }),
    z.strictObject({ file: z.string(), bytes: z.number().int() }),
  ),
};
