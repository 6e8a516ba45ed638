import { z } from 'zod';
import { anyTextOrNull } from '../values.ts';

/** The daily file, its server, and the chain. */
export const dailyFileAndChainProblems = [
  /** The chain's database, for whoever sets it up or looks into it. No payment waits for it. */
  z.strictObject({
    kind: z.literal('chain'),
    reason: z.enum([
      'unreachable',
      'wrong-certificate',
      /** A role that was retired, or another password. */
      'refused',
      'read-only',
      'full',
      'too-many',
      /** It no longer has the functions that this version calls. */
      'newer',
      /** It does not have them yet. */
      'older',
      'session-taken',
      'other-environment',
      'failed',
    ]),
  }),
  /** The daily file's server. `fingerprint`: the key that it showed, if the problem is about it. */
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
      /** It has only methods that can be broken, such as SHA-1. */
      'weak-server',
      'host-key-new',
      'host-key-changed',
      'login-refused',
      'no-folder',
      'no-permission',
      'no-room',
      'broke-off',
      'size-differs',
      'another-file',
      'answer-lost',
      'may-have-arrived',
      'server-error',
      'stopped',
    ]),
    fingerprint: anyTextOrNull,
  }),
  /** The daily file itself. */
  z.strictObject({
    kind: z.literal('daily-file'),
    reason: z.enum([
      'day-not-over',
      'not-this-till',
      /** It is in the file of all tills, which the chain's program makes. */
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
  /** The chain's database could not be looked into. Nothing about this till's own sales. */
  z.strictObject({
    kind: z.literal('chain-view'),
    reason: z.enum([
      /** The till's settings name no chain. */
      'not-set',
      /** No role of the office is kept here. */
      'no-credential',
      'unreachable',
      /** It is there and does not answer, or takes too long. */
      'silent',
      'wrong-certificate',
      /** The role was retired, or the password is another. */
      'refused',
      /** The role is one of another kind: a till's, the maker's. */
      'not-office',
      'full',
      'too-many',
      /** The till or the day that was opened is not there any more. */
      'gone',
      /** The database no longer has what this version asks for. */
      'newer',
      /** It was not prepared yet, or by an older version. */
      'older',
      'failed',
    ]),
  }),
] as const;
