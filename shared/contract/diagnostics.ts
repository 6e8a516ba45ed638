import { z } from 'zod';
import { call } from './define.ts';
import { anyText, approval, integer } from './values.ts';

export const diagnosticsCalls = {
  /** One zip for the help line, in the till's folder of exports. */
  'diagnostics.make': call(
    'diagnostics',
    z.strictObject({ approval: approval.nullable() }),
    z.strictObject({ file: anyText, bytes: integer }),
  ),
};
