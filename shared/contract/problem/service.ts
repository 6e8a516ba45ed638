import { z } from 'zod';
import { anyTextOrNull, integer } from '../values.ts';

/** Why nothing reached the service. `tls` is what none of its neighbours describes. */
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

/** What the service answered, or that it did not. */
export const serviceProblems = [
  /** The service answered with a refusal. `message` is its own text, shown beside ours. */
  z.strictObject({
    kind: z.literal('service-refused'),
    httpStatus: integer,
    code: anyTextOrNull,
    message: anyTextOrNull,
  }),
  /** HTTP 401: the key pair, the signature or the address of the shop is not accepted. */
  z.strictObject({ kind: z.literal('keys-refused') }),
  /** Nothing reached the service. */
  z.strictObject({
    kind: z.literal('service-unreachable'),
    reason: unreachableReasonSchema,
  }),
  z.strictObject({ kind: z.literal('service-silent'), seconds: integer }),
  /** An unreadable answer: HTML, half a JSON, a shape that the interface does not know. */
  z.strictObject({ kind: z.literal('service-unreadable'), httpStatus: integer }),
  /** Our clock and the service's differ so much that signatures are not accepted. */
  z.strictObject({ kind: z.literal('clock-off'), minutes: integer }),
] as const;
