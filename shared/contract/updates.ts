import { z } from 'zod';
import { call, event } from './define.ts';
import { anyText, anyTextOrNull, flag, instant, nothing } from './values.ts';

/** Why an update has to wait. */
export const updateHindrance = z.enum([
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
export type UpdateHindrance = z.infer<typeof updateHindrance>;

/** Why a feed, a file or an installation was refused; the old version goes on. */
export const updateRefusal = z.enum([
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
export type UpdateRefusal = z.infer<typeof updateRefusal>;

/**
 * Who installs: an owner from F7, the fleet's tool, the system (apt), or a person with the installer
 * in hand.
 */
const updater = z.enum(['owner', 'fleet', 'system', 'hand']);

/** What the status line says of updates; null: nothing. */
export const updateNews = z.strictObject({
  /** The newer version that the feed offers this till; null if there is only a refusal. */
  version: anyTextOrNull,
  /** It has been downloaded and checked, and an owner can install it. */
  isReady: flag,
  refused: updateRefusal.nullable(),
  waitsFor: z.array(updateHindrance),
  by: updater,
});
export type UpdateNews = z.infer<typeof updateNews>;

export const updateState = z.strictObject({
  /** Of the program that runs. */
  version: anyText,
  by: updater,
  /** Whether an address of a feed is known. */
  hasFeed: flag,
  /** When the feed was last read and taken. */
  lookedAt: instant.nullable(),
  found: z.strictObject({ version: anyText, isReady: flag }).nullable(),
  /** A newer version that is not yet this till's turn. */
  later: anyTextOrNull,
  refused: updateRefusal.nullable(),
  waitsFor: z.array(updateHindrance),
  doing: z.enum(['looking', 'downloading', 'installing']).nullable(),
  /** Of the download, from 0 to 100. */
  percent: z.int().min(0).max(100).nullable(),
});
export type UpdateState = z.infer<typeof updateState>;

export const updateCalls = {
  'updates.state': call('updates', nothing, updateState),
  /** Reads the feed now; downloads what it offers, where an owner installs. */
  'updates.look': call('updates', nothing, updateState),
  /**
   * Asks the feed and the gate again, makes a backup, and ends the till; then the installer runs, and
   * the system asks. Returns an `update` or `backup` problem if it does not come to that.
   */
  'updates.install': call('updates', nothing, nothing),
};

export const updateEvents = {
  'updates.changed': event(nothing),
};
