import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import { anyText, anyTextOrNull, emptyObjectSchema, flag, instantSchema } from './values.ts';

/** Why an update has to wait. */
export const updateBlockerSchema = z.enum([
  'unresolved',
  'sending',
  'open-shift',
  'customer',
  'papers',
  'owed',
  'no-backup',
  /** The ledger cannot be read, so nobody knows what is open in it. */
  'ledger',
]);
export type UpdateBlocker = z.infer<typeof updateBlockerSchema>;

/** Why a feed, a file or an installation was refused; the old version goes on. */
export const updateRefusalReasonSchema = z.enum([
  /** Neither the installer nor the settings name the address of a feed. */
  'no-feed',
  'not-https',
  /** The program was built without a public key, and so trusts no feed. */
  'no-keys',
  'unreachable',
  'unsigned',
  /** Signed by somebody else, or changed after it was signed. */
  'wrong-key',
  'expired',
  /** Older than one that was taken before. */
  'replayed',
  'not-a-feed',
  'staging',
  'foreign-file',
  'other-host',
  /** The feed's version is older than the one in use. */
  'older',
  /** The file that came is not the one that the feed names. */
  'changed',
  /** Windows does not find the publisher's signature on the installer. */
  'not-publisher',
  'broke-off',
  'disk-full',
  /** It was another file by the time it was to be installed. */
  'swapped',
  /** The feed does not offer it any more. */
  'withdrawn',
  'nothing-ready',
  /** Somebody else installs updates on this computer. */
  'not-here',
  /** What `waitsFor` names. */
  'waits',
  /** The installer was started, and the version is still the old one. */
  'not-installed',
]);
export type UpdateRefusalReason = z.infer<typeof updateRefusalReasonSchema>;

/**
 * Who installs: an owner from F7, the fleet's tool, the system (apt), or a person with the installer
 * in hand.
 */
const updaterSchema = z.enum(['owner', 'fleet', 'system', 'hand']);

/** What the status line says of updates; null: nothing. */
export const updateStatusSchema = z.strictObject({
  /** The newer version that the feed offers this till; null if there is only a refusal. */
  version: anyTextOrNull,
  /** It has been downloaded and checked, and an owner can install it. */
  isReady: flag,
  refused: updateRefusalReasonSchema.nullable(),
  waitsFor: z.array(updateBlockerSchema),
  by: updaterSchema,
});
export type UpdateStatus = z.infer<typeof updateStatusSchema>;

export const updateStateSchema = z.strictObject({
  /** Of the program that runs. */
  version: anyText,
  by: updaterSchema,
  /** Whether an address of a feed is known. */
  hasFeed: flag,
  /** When the feed was last read and taken. */
  lookedAt: instantSchema.nullable(),
  found: z.strictObject({ version: anyText, isReady: flag }).nullable(),
  /** A newer version that is not yet this till's turn. */
  later: anyTextOrNull,
  refused: updateRefusalReasonSchema.nullable(),
  waitsFor: z.array(updateBlockerSchema),
  doing: z.enum(['looking', 'downloading', 'installing']).nullable(),
  /** Of the download, from 0 to 100. */
  percent: z.int().min(0).max(100).nullable(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;

export const updateCalls = {
  'updates.state': defineCall('updates', emptyObjectSchema, updateStateSchema),
  /** Reads the feed now; downloads what it offers, where an owner installs. */
  'updates.look': defineCall('updates', emptyObjectSchema, updateStateSchema),
  /**
   * Asks the feed and the gate again, makes a backup, and ends the till; then the installer runs, and
   * the system asks. Returns an `update` or `backup` problem if it does not come to that.
   */
  'updates.install': defineCall('updates', emptyObjectSchema, emptyObjectSchema),
};

export const updateEvents = {
  'updates.changed': defineEvent(emptyObjectSchema),
};
