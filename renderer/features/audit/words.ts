import {
  AUDIT_DETAILS,
  type AuditEntry,
  historyFilter,
  type Language,
  paymentKind,
  role as roles,
} from '../../../shared/contract/index.ts';
import { moneyWords } from '../../components/index.ts';
import type { Text } from '../../i18n/index.ts';
import { BECAUSE, KIND_NAMES, OTHER_SECTIONS, OWED_TO, SECTION_NAMES, WAYS } from './names.ts';

/** The states that a file of the history can have been narrowed to. */
const STATES = historyFilter.shape.state.unwrap().options;

/** An act in plain words; one that a later version recorded is shown as it is. */
export function kindWords(text: Text, kind: string): string {
  const known = KIND_NAMES.find((one) => one === kind);
  return known === undefined ? kind : text(`audit.kind.${known}`);
}

export interface DetailWords {
  readonly name: string;
  readonly value: string;
}

/** The details, in the order in which they were recorded. */
export function detailWords(
  text: Text,
  language: Language,
  entry: AuditEntry,
): readonly DetailWords[] {
  return entry.details.map(({ name, value }) => ({
    name: nameWords(text, name),
    value: valueWords(text, language, name, value),
  }));
}

function valueWords(text: Text, language: Language, name: string, value: string): string {
  if (value === 'true') return text('audit.yes');
  if (value === 'false') return text('audit.no');
  switch (name.split('.').at(-1)) {
    case 'owedTo':
      return known(OWED_TO, value, (one) => text(`audit.owedTo.${one}`));
    case 'way':
      return known(WAYS, value, (one) => text(`audit.way.${one}`));
    case 'because':
      return known(BECAUSE, value, (one) => text(`audit.because.${one}`));
    case 'role':
    case 'roleBefore':
      return known(roles.options, value, (one) => text(`role.${one}`));
    case 'kind':
      return known(paymentKind.options, value, (one) => text(`history.kind.${one}`));
    case 'state':
      return known(STATES, value, (one) => text(`history.wanted.${one}`));
    case 'section':
      return sectionWords(text, value);
    case 'amount':
    case 'cash':
    case 'counted':
    case 'difference':
    case 'float':
      return value.replace(SUM, (_, amount: string, currency: string) =>
        moneyWords({ amount, currency }, language),
      );
    default:
      return value;
  }
}

/** As the log keeps it: `50.00 MXN`. */
const SUM = /(-?\d+(?:\.\d+)?) ([A-Z]+)/g;

function sectionWords(text: Text, value: string): string {
  const other = OTHER_SECTIONS.find((one) => one === value);
  if (other !== undefined) return text(`audit.section.${other}`);
  return known(SECTION_NAMES, value, (one) => text(`settings.of.${one}`));
}

/** A value that a later version recorded is shown as it is. */
function known<Value extends string>(
  values: readonly Value[],
  value: string,
  words: (one: Value) => string,
): string {
  const found = values.find((one) => one === value);
  return found === undefined ? value : words(found);
}

/** Who did it; for a set-up before anybody could sign in, that nobody was signed in. */
export function personWords(text: Text, { byName, kind }: AuditEntry): string {
  if (byName !== null) return byName;
  return text(kind === 'staff-provisioned' ? 'audit.byNobody' : 'audit.byTill');
}

/** `z.from` part by part; a part without words as it is. */
function nameWords(text: Text, name: string): string {
  const parts = name.split('.').map((part) => {
    const known = AUDIT_DETAILS.find((one) => one === part);
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
/** The id of a payment or of a paper, the digest of settings: nobody tells rows apart by them. */
const FOR_MACHINES = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{43})$/;

/** How much it was about, and the first of the other details: enough to tell rows apart. */
export function shortWords(text: Text, language: Language, entry: AuditEntry): string {
  const isAmount = ({ name }: AuditEntry['details'][number]): boolean => name === 'amount';
  const { details } = entry;
  const amountFirst = [...details.filter(isAmount), ...details.filter((one) => !isAmount(one))];
  return detailWords(text, language, { ...entry, details: amountFirst })
    .filter(({ value }) => value.length <= 60 && !FOR_MACHINES.test(value))
    .slice(0, SHORT)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(' · ');
}
