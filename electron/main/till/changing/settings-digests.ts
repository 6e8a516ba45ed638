import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Audit, AuditNote } from '../../../ledger/audit/index.ts';
import { type Database, readRow } from '../../../ledger/index.ts';
import { JITLESS_PARSE } from '../../../platform/index.ts';
import { type TillSettings, toSettingsFields } from '../../../settings/index.ts';

/**
 * The digest of the settings, and of each field, stands in the audit log with each change that the
 * till itself kept. One that is not in the log was made with an editor, past every PIN and note.
 */
const DIGEST_NOTE_KINDS = ['settings-kept', 'settings-edited'];
const FIELD_DIGEST_LENGTH = 10;
const digestsSchema = z.object({
  settingsDigest: z.string(),
  fieldDigests: z.string().default(''),
});

/** For the commit of a change that the till itself keeps. */
export function toSettingsNote(settings: TillSettings): AuditNote {
  return { kind: 'settings-kept', by: null, detail: { ...computeDigests(settings) } };
}

interface SettingsDigests {
  readonly settingsDigest: string;
  /** `shop.name=Xk3…` and so on, as the provisioning file names the fields. */
  readonly fieldDigests: string;
}

function computeDigests(settings: TillSettings): SettingsDigests {
  const fields = { ...toSettingsFields(settings), account: settings.accountPrint };
  return {
    settingsDigest: computeDigest(settings),
    fieldDigests: Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${computeDigest(value).slice(0, FIELD_DIGEST_LENGTH)}`)
      .sort()
      .join(' '),
  };
}

function computeDigest(value: unknown): string {
  return createHash('sha256').update(toCanonicalJson(value)).digest('base64url');
}

/** The same text whatever the order of the fields, and without those that have no value. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/**
 * The fields that are not as they were kept last, which is then noted; null if all are. Empty where
 * an earlier version kept no digests of them. `isExpected`: the till itself has just put them there,
 * or has put an older ledger under them.
 */
export function findManualEdit(
  { database, audit }: { readonly database: Database; readonly audit: Audit },
  settings: TillSettings,
  isExpected: boolean,
): readonly string[] | null {
  const now = computeDigests(settings);
  const known = readLastDigests(database);
  if (known?.settingsDigest === now.settingsDigest) return null;
  if (known === null || isExpected) {
    audit.note({ kind: 'settings-kept', by: null, detail: { ...now } });
    return null;
  }
  const changed = known.fieldDigests === '' ? [] : listChangedFields(known, now);
  audit.note({ kind: 'settings-edited', by: null, detail: { changed, ...now } });
  return changed;
}

/** In one of the two alone, or with another digest. */
function listChangedFields(before: SettingsDigests, after: SettingsDigests): string[] {
  const [then, now] = [before.fieldDigests.split(' '), after.fieldDigests.split(' ')];
  const differing = [
    ...then.filter((one) => !now.includes(one)),
    ...now.filter((one) => !then.includes(one)),
  ];
  return [...new Set(differing.map((one) => one.slice(0, one.lastIndexOf('='))))].sort();
}

function readLastDigests(database: Database): SettingsDigests | null {
  const newest = database.prepare(
    'SELECT number, detail FROM audit WHERE kind = ? ORDER BY number DESC LIMIT 1',
  );
  let last: { readonly number: number; readonly detail: string } | null = null;
  for (const kind of DIGEST_NOTE_KINDS) {
    const row = newest.get(kind);
    if (row === undefined) continue;
    const read = readRow(row);
    const found = { number: Number(row.number), detail: read.text('detail') };
    if (last === null || found.number > last.number) last = found;
  }
  if (last === null) return null;
  return digestsSchema.safeParse(JSON.parse(last.detail), JITLESS_PARSE).data ?? null;
}
