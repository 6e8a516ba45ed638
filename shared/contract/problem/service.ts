import { z } from 'zod';
import { integerSchema, nullableTextSchema } from '../value-schemas.ts';

/** Why no request reached the service. `tls` is for TLS errors without a more specific reason. */
export const unreachableReasonSchema = z.enum([
  'no-network',
  'name-not-found',
  'refused',
  'tls',
  'tls-expired',
  'tls-not-yet-valid',
  'tls-name',
  'tls-authority',
  'tls-self-signed',
  /** The certificate of the proxy itself. */
  'tls-proxy',
  'proxy',
  'insecure-address',
  'other',
]);
export type UnreachableReason = z.infer<typeof unreachableReasonSchema>;

/** Problems of the service's response, or of getting one. */
export const serviceProblemSchemas = [
  /** The service refused the request. `message` is its text, shown with ours. */
  z.strictObject({
    kind: z.literal('service-refused'),
    httpStatus: integerSchema,
    code: nullableTextSchema,
    message: nullableTextSchema,
  }),
  /** HTTP 401: the key pair, the signature or the address of the shop is not accepted. */
  z.strictObject({ kind: z.literal('keys-refused') }),
  /** No request reached the service. */
  z.strictObject({
    kind: z.literal('service-unreachable'),
    reason: unreachableReasonSchema,
  }),
  z.strictObject({ kind: z.literal('service-silent'), seconds: integerSchema }),
  /** An unreadable response: HTML, truncated JSON, or a shape that the interface does not define. */
  z.strictObject({ kind: z.literal('service-unreadable'), httpStatus: integerSchema }),
  /** The clocks of till and service differ so much that signatures are not accepted. */
  z.strictObject({ kind: z.literal('clock-off'), minutes: integerSchema }),
] as const;
