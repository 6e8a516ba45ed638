import type { AuditEntry } from '../../../shared/contract/index.ts';
import type { Text } from '../../i18n/index.ts';
import { DETAIL_NAMES, KIND_NAMES, WAYS } from './names.ts';

/** An act in plain words; one that a later version noted is shown as it was written. */
export function kindWords(text: Text, kind: string): string {
  const known = KIND_NAMES.find((one) => one === kind);
  return known === undefined ? kind : text(`audit.kind.${known}`);
}

export interface DetailWords {
  readonly name: string;
  readonly value: string;
}

/** What was noted, in its order. */
export function detailWords(text: Text, entry: AuditEntry): readonly DetailWords[] {
  return entry.details.map(({ name, value }) => ({
    name: nameWords(text, name),
    value: valueWords(text, name, value),
  }));
}

function valueWords(text: Text, name: string, value: string): string {
  if (value === 'true') return text('audit.yes');
  if (value === 'false') return text('audit.no');
  const way = name === 'way' ? WAYS.find((one) => one === value) : undefined;
  return way === undefined ? value : text(`audit.way.${way}`);
}

/** Who did it; of a till that was set up before anybody could sign in, that it was nobody. */
export function personWords(text: Text, { byName, kind }: AuditEntry): string {
  if (byName !== null) return byName;
  return text(kind === 'staff-provisioned' ? 'audit.byNobody' : 'audit.byTill');
}

/** `money.1.currency` part by part; a part without words as it was written. */
function nameWords(text: Text, name: string): string {
  const parts = name.split('.').map((part) => {
    const known = DETAIL_NAMES.find((one) => one === part);
    return known === undefined ? part : text(`audit.detail.${known}`);
  });
  return parts.join(' ');
}

/** Who, and by whose override. */
export function whoWords(text: Text, entry: AuditEntry): string {
  const who = personWords(text, entry);
  const { approverName } = entry;
  return approverName === null
    ? who
    : `${who} · ${text('audit.approvedBy', { name: approverName })}`;
}

const SHORT = 2;

/** The first of what was noted: enough to know one row from another. */
export function shortWords(text: Text, entry: AuditEntry): string {
  return detailWords(text, entry)
    .filter(({ value }) => value.length <= 60)
    .slice(0, SHORT)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(' · ');
}
