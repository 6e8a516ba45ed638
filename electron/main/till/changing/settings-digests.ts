import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Audit, AuditNote } from '../../../ledger/audit/index.ts';
import { createRowReader, type Database } from '../../../ledger/index.ts';
import { JITLESS_PARSE_OPTIONS } from '../../../platform/index.ts';
import { type TillSettings, toSettingsFields } from '../../../settings/index.ts';

/**
 * The audit log stores a digest of the settings and of each field with each change that the till
 * itself saved. A digest that is not in the log comes from a manual edit, without a PIN or an audit
 * note.
 */
const DIGEST_NOTE_KINDS = ['settings-kept', 'settings-edited'];
const FIELD_DIGEST_LENGTH = 10;
const digestsSchema = z.object({
  settingsDigest: z.string(),
  fieldDigests: z.string().default(''),
});

/** The audit note for the commit of a change that the till itself saves. */
export function toSettingsDigestAuditNote(settings: TillSettings): AuditNote {
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

/** The same text for any order of the fields; fields without a value are omitted. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}

/**
 * Returns the fields that differ from those saved last, and notes them in the audit log; null if
 * none differ. Empty if an earlier version saved no digests of them. `isEditExpected`: the till itself
 * has just written them, or has just restored an older ledger.
 */
export function recordManuallyEditedFields(
  { database, audit }: { readonly database: Database; readonly audit: Audit },
  settings: TillSettings,
  isEditExpected: boolean,
): readonly string[] | null {
  const current = computeDigests(settings);
  const saved = readLastDigests(database);
  if (saved?.settingsDigest === current.settingsDigest) return null;
  if (saved === null || isEditExpected) {
    audit.note({ kind: 'settings-kept', by: null, detail: { ...current } });
    return null;
  }
  const changed = saved.fieldDigests === '' ? [] : listChangedFields(saved, current);
  audit.note({ kind: 'settings-edited', by: null, detail: { changed, ...current } });
  return changed;
}

/** Fields that exist on one side only or whose digests differ. */
function listChangedFields(previous: SettingsDigests, next: SettingsDigests): string[] {
  const [oldDigests, newDigests] = [previous.fieldDigests.split(' '), next.fieldDigests.split(' ')];
  const differences = [
    ...oldDigests.filter((digest) => !newDigests.includes(digest)),
    ...newDigests.filter((digest) => !oldDigests.includes(digest)),
  ];
  return [...new Set(differences.map((digest) => digest.slice(0, digest.lastIndexOf('='))))].sort();
}

function readLastDigests(database: Database): SettingsDigests | null {
  const statement = database.prepare(
    'SELECT number, detail FROM audit WHERE kind = ? ORDER BY number DESC LIMIT 1',
  );
  let last: { readonly number: number; readonly detail: string } | null = null;
  for (const kind of DIGEST_NOTE_KINDS) {
    const row = statement.get(kind);
    if (row === undefined) continue;
    const read = createRowReader(row);
    const entry = { number: Number(row.number), detail: read.text('detail') };
    if (last === null || entry.number > last.number) last = entry;
  }
  if (last === null) return null;
  return digestsSchema.safeParse(JSON.parse(last.detail), JITLESS_PARSE_OPTIONS).data ?? null;
}
