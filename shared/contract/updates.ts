import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import {
  anyTextSchema,
  booleanSchema,
  emptyObjectSchema,
  instantSchema,
  nullableTextSchema,
} from './value-schemas.ts';

/** Why an update cannot be installed yet. */
export const updateBlockerSchema = z.enum([
  'unresolved',
  'sending',
  'open-shift',
  'customer',
  'papers',
  'owed',
  'no-backup',
  /** The ledger cannot be read, so open items are unknown. */
  'ledger',
]);
export type UpdateBlocker = z.infer<typeof updateBlockerSchema>;

/** Why a feed, a file or an installation was rejected; the old version keeps running. */
export const updateRefusalReasonSchema = z.enum([
  /** Neither the installer nor the settings contain the address of a feed. */
  'no-feed',
  'not-https',
  /** The installer names no publisher, so no installer of a new version could be verified. */
  'no-publisher',
  'unreachable',
  'not-a-feed',
  /** The share of tills that receive it is no number from 0 to 100. */
  'staging',
  /** A redirect, or a file at another address. */
  'other-host',
  /** The feed's version is older than the installed one. */
  'older',
  /** The downloaded file is not the one that the feed describes. */
  'changed',
  /** The installer lacks a valid signature of the publisher, according to Windows. */
  'not-publisher',
  'broke-off',
  'disk-full',
  /** The file was replaced between its check and the installation. */
  'swapped',
  /** The feed no longer offers it. */
  'withdrawn',
  'nothing-ready',
  /** This till does not install updates: see `updaterSchema`. */
  'not-here',
  /** `waitsFor` contains the reasons. */
  'waits',
  /** The installer was started, but the version is still the old one. */
  'not-installed',
]);
export type UpdateRefusalReason = z.infer<typeof updateRefusalReasonSchema>;

/**
 * Who installs updates: an owner with F7, a fleet management tool, the system's package manager
 * (apt), or a person who runs the installer.
 */
const updaterSchema = z.enum(['owner', 'fleet', 'system', 'hand']);

/** The updates part of the status line; null if there is nothing to show. */
export const updateStatusSchema = z.strictObject({
  /** The newer version that the feed offers this till; null if there is only a refusal. */
  version: nullableTextSchema,
  /** It is downloaded and verified, so an owner can install it. */
  isReady: booleanSchema,
  refused: updateRefusalReasonSchema.nullable(),
  waitsFor: z.array(updateBlockerSchema),
  by: updaterSchema,
});
export type UpdateStatus = z.infer<typeof updateStatusSchema>;

export const updateStateSchema = z.strictObject({
  /** The version of the running program. */
  version: anyTextSchema,
  by: updaterSchema,
  /** Whether the address of a feed is known. */
  hasFeed: booleanSchema,
  /** When a feed was last read and accepted. */
  checkedAt: instantSchema.nullable(),
  offered: z.strictObject({ version: anyTextSchema, isReady: booleanSchema }).nullable(),
  /** A newer version whose staged rollout does not include this till yet. */
  later: nullableTextSchema,
  refused: updateRefusalReasonSchema.nullable(),
  waitsFor: z.array(updateBlockerSchema),
  doing: z.enum(['checking', 'downloading', 'installing']).nullable(),
  /** Progress of the download, 0 to 100. */
  percent: z.int().min(0).max(100).nullable(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;

export const updateCalls = {
  'updates.state': defineCall('updates', emptyObjectSchema, updateStateSchema),
  /** Reads the feed now; if an owner installs updates, downloads the offered version. */
  'updates.check': defineCall('updates', emptyObjectSchema, updateStateSchema),
  /**
   * Reads the feed and checks the blockers again, makes a backup, and ends the till; then the
   * installer runs, and the operating system asks for permission. Returns an `update` or `backup`
   * problem if the installer is not started.
   */
  'updates.install': defineCall('updates', emptyObjectSchema, emptyObjectSchema),
};

export const updateEvents = {
  'updates.changed': defineEvent(emptyObjectSchema),
};
