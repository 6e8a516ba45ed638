import { z } from 'zod';
import { nullableTextSchema } from '../value-schemas.ts';

/** Problems of the daily file, its server, and the chain. */
export const dailyFileAndChainProblemSchemas = [
  /** The chain's database failed, in set-up or reports. Never delays a payment. */
  z.strictObject({
    kind: z.literal('chain'),
    reason: z.enum([
      'unreachable',
      'wrong-certificate',
      /** The role was retired, or the password is wrong. */
      'refused',
      'read-only',
      'full',
      'too-many',
      /** It no longer has the functions that this version calls. */
      'newer',
      /** It does not have the functions that this version calls yet. */
      'older',
      'session-taken',
      'other-environment',
      'failed',
    ]),
  }),
  /** The daily file's server failed. `fingerprint` of its key, if the problem is about the key. */
  z.strictObject({
    kind: z.literal('upload'),
    reason: z.enum([
      'not-set',
      'no-secret',
      'bad-key',
      'name-not-found',
      'refused',
      'unreachable',
      'silent',
      'not-sftp',
      /** No method in common: the server offers only outdated ones, such as SHA-1. */
      'weak-server',
      /** No method in common: the server offers only ones that the till does not have. */
      'no-common-method',
      'host-key-new',
      'host-key-changed',
      'login-refused',
      'no-folder',
      'no-permission',
      /** The server does not say which files it has. */
      'stat-denied',
      'no-room',
      'broke-off',
      'size-differs',
      'another-file',
      'answer-lost',
      'may-have-arrived',
      'server-error',
      'stopped',
    ]),
    fingerprint: nullableTextSchema,
  }),
  /** An action on the daily file was rejected. */
  z.strictObject({
    kind: z.literal('daily-file'),
    reason: z.enum([
      'day-not-over',
      'not-this-till',
      /** The day is in the file of all tills, which the chain's server program makes. */
      'of-chain',
      'already-uploaded',
      'handed-in',
      'not-handed-in',
      'busy',
      'file-changed',
      'name-taken',
      'no-folder',
      'clock-unsure',
    ]),
  }),
  /** The chain's database could not be read. Does not concern this till's own sales. */
  z.strictObject({
    kind: z.literal('chain-view'),
    reason: z.enum([
      /** The till's settings have no chain. */
      'not-set',
      /** This till has no office role. */
      'no-credential',
      'unreachable',
      /** It is reachable but does not respond, or responds too late. */
      'silent',
      'wrong-certificate',
      /** The role was retired, or the password is wrong. */
      'refused',
      /** The role is not an office role but a till's or the maker's. */
      'not-office',
      'full',
      'too-many',
      /** The opened till or day no longer exists. */
      'gone',
      /** Names, amounts and short texts are searched within one day only. */
      'needs-day',
      /** Too many payments have this number. */
      'needs-longer-number',
      /** The database no longer has what this version queries. */
      'newer',
      /** The database was not prepared yet, or by an older version. */
      'older',
      'failed',
    ]),
  }),
] as const;
