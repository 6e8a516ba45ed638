import { z } from 'zod';
import { nullableIntegerSchema } from './value-schemas.ts';

/**
 * Whose fault it is that the till cannot use the service. `provider-or-service`: nothing else that
 * the till talks to could show which of the two. `intercepted`: something else answers in the
 * service's place, such as the log-in page of a Wi-Fi network.
 */
export const connectionFaultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('no-link') }),
  z.strictObject({ kind: z.literal('no-route') }),
  z.strictObject({ kind: z.literal('no-dns') }),
  z.strictObject({ kind: z.literal('proxy') }),
  z.strictObject({ kind: z.literal('intercepted') }),
  z.strictObject({ kind: z.literal('provider') }),
  z.strictObject({ kind: z.literal('provider-or-service') }),
  /** The service answers with an error, or not at all although its address can be reached. */
  z.strictObject({ kind: z.literal('service'), httpStatus: nullableIntegerSchema }),
  z.strictObject({ kind: z.literal('key') }),
  /** `minutes` of difference; null if a certificate's dates are the only sign. */
  z.strictObject({ kind: z.literal('clock'), minutes: nullableIntegerSchema }),
  /** The address of the service in the settings is wrong. */
  z.strictObject({ kind: z.literal('address') }),
]);
export type ConnectionFault = z.infer<typeof connectionFaultSchema>;
