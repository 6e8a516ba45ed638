import {
  AUDIT_DETAILS,
  type AuditEntry,
  backupFailureReasonSchema,
  historyFilterSchema,
  type Language,
  paymentKindSchema,
  printerSettingsSchema,
  roleSchema as roles,
} from '../../../../shared/contract/index.ts';
import { type TimeFormatter, useProblemText, useTimeFormatter } from '../../../app/index.ts';
import { formatDay, formatMoneyInSentence } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import {
  KNOWN_KINDS,
  OTHER_SECTIONS,
  OWED_TO,
  SECRET_TEXT_KEYS,
  SECTION_BY_FIELD,
  SESSION_END_REASONS,
  SETTINGS_SECTIONS,
  SETUP_METHODS,
  UPLOAD_RESULTS,
} from './audit-names.ts';

/** The states that a file of the history can have been narrowed to. */
const STATES = historyFilterSchema.shape.state.unwrap().options;
const PRINTERS = printerSettingsSchema.options.map(({ shape }) => shape.kind.value);
const DRAWERS = ['pin-2', 'pin-5'] as const;

/** What the values of the log are said with. */
export interface AuditFormatContext {
  readonly text: TextFunction;
  readonly language: Language;
  readonly clock: TimeFormatter;
  readonly describe: ReturnType<typeof useProblemText>;
}

export function useAuditFormatContext(): AuditFormatContext {
  return {
    text: useText(),
    language: useLanguage(),
    clock: useTimeFormatter(),
    describe: useProblemText(),
  };
}

/** An act in plain words; one that a later version recorded is shown as it is. */
export function formatKind(text: TextFunction, kind: string): string {
  const known = KNOWN_KINDS.find((one) => one === kind);
  return known === undefined ? kind : text(`audit.kind.${known}`);
}

export interface FormattedDetail {
  readonly name: string;
  readonly value: string;
}

/** The details, in the order in which they were recorded. */
export function formatDetails(
  speech: AuditFormatContext,
  entry: AuditEntry,
): readonly FormattedDetail[] {
  const names = entry.details.map(({ name }) => name);
  return entry.details.map(({ name, value }) => ({
    name: formatDetailName(speech.text, name, names),
    value: formatValue(speech, entry.kind, name, value),
  }));
}

function formatValue(
  speech: AuditFormatContext,
  kind: string,
  name: string,
  value: string,
): string {
  const { text, language, clock } = speech;
  if (value === 'true') return text('audit.yes');
  if (value === 'false') return text('audit.no');
  switch (getLastNamePart(name)) {
    case 'owedTo':
      return formatKnownValue(OWED_TO, value, (one) => text(`audit.owedTo.${one}`));
    case 'way':
      return formatKnownValue(SETUP_METHODS, value, (one) => text(`audit.way.${one}`));
    case 'because':
      return formatKnownValue(SESSION_END_REASONS, value, (one) => text(`audit.because.${one}`));
    case 'role':
    case 'roleBefore':
      return formatKnownValue(roles.options, value, (one) => text(`role.${one}`));
    case 'kind':
      return name.startsWith('printer.')
        ? formatKnownValue(PRINTERS, value, (one) => text(`setup.printer.${one}`))
        : formatKnownValue(paymentKindSchema.options, value, (one) => text(`history.kind.${one}`));
    case 'drawer':
      return formatKnownValue(DRAWERS, value, (one) => text(`settings.drawer.${one}`));
    case 'reason':
      // The others are a person's.
      if (kind !== 'backup-failed') return value;
      return formatKnownValue(
        backupFailureReasonSchema.options,
        value,
        (reason) => speech.describe({ kind: 'backup', reason }).happened,
      );
    case 'result':
      return formatKnownValue(UPLOAD_RESULTS, value, (one) => text(`dailyFile.result.${one}`));
    case 'field':
    case 'changed':
      return formatList(value, (one) => formatField(text, one));
    case 'secrets':
      return formatList(value, (one) =>
        formatKnownValue(listKeys(SECRET_TEXT_KEYS), one, (secret) =>
          text(SECRET_TEXT_KEYS[secret]),
        ),
      );
    case 'day':
    case 'from':
    case 'to':
      return DAY_PATTERN.test(value) ? formatDay(value, language, 'short') : value;
    case 'lastPaymentAt':
    case 'performedAt':
      return Number.isNaN(Date.parse(value)) ? value : clock.dateTime(value);
    case 'state':
      return formatKnownValue(STATES, value, (one) => text(`history.wanted.${one}`));
    case 'section':
      return formatSection(text, value);
    case 'amount':
    case 'cash':
    case 'counted':
    case 'difference':
    case 'float':
      return value.replace(AMOUNT_PATTERN, (_, amount: string, currency: string) =>
        formatMoneyInSentence({ amount, currency }, language),
      );
    default:
      return value;
  }
}

/** `float` of `float.1`. */
function getLastNamePart(name: string): string | undefined {
  return name.split('.').findLast((part) => !NUMBER_PATTERN.test(part));
}

const NUMBER_PATTERN = /^\d+$/;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** A list that the log keeps as one value; what is the same word is said once. */
function formatList(value: string, words: (one: string) => string): string {
  return [...new Set(value.split(', ').map(words))].join(', ');
}

/** A field of the provisioning file, as the part of the settings that has it. */
function formatField(text: TextFunction, field: string): string {
  const section = SECTION_BY_FIELD[field] ?? SECTION_BY_FIELD[field.split('.')[0] ?? ''];
  return section === undefined ? field : text(`settings.of.${section}`);
}

function listKeys<Name extends string>(named: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(named) as Name[];
}

/** As the log keeps it: `50.00 MXN`. */
const AMOUNT_PATTERN = /(-?\d+(?:\.\d+)?) ([A-Z]+)/g;

function formatSection(text: TextFunction, value: string): string {
  const other = OTHER_SECTIONS.find((one) => one === value);
  if (other !== undefined) return text(`audit.section.${other}`);
  return formatKnownValue(SETTINGS_SECTIONS, value, (one) => text(`settings.of.${one}`));
}

/** A value that a later version recorded is shown as it is. */
function formatKnownValue<Value extends string>(
  values: readonly Value[],
  value: string,
  words: (one: Value) => string,
): string {
  const found = values.find((one) => one === value);
  return found === undefined ? value : words(found);
}

/** Who did it; for a set-up before anybody could sign in, that nobody was signed in. */
export function formatPerson(text: TextFunction, { byName, kind }: AuditEntry): string {
  if (byName !== null) return byName;
  return text(kind === 'staff-provisioned' ? 'audit.byNobody' : 'audit.byTill');
}

/**
 * `z.from` part by part; a part without words as it is. What stands in a list is called by its name,
 * `Person 2` for `staff.2.name`, and needs no number where it is alone.
 */
function formatDetailName(text: TextFunction, name: string, all: readonly string[]): string {
  const whole = name.split('.');
  const isAlone = (at: number): boolean => {
    const second = [...whole.slice(0, at), '2'].join('.');
    return whole[at] === '1' && !all.some((one) => one.startsWith(second));
  };
  const isName = NUMBER_PATTERN.test(whole.at(-2) ?? '') && whole.at(-1) === 'name';
  return whole
    .filter((_, at) => !isAlone(at) && !(isName && at === whole.length - 1))
    .map((part) => {
      const known = AUDIT_DETAILS.find((one) => one === part);
      return known === undefined ? part : text(`audit.detail.${known}`);
    })
    .join(' ');
}

/** Who, and by whose override. */
export function formatActor(text: TextFunction, entry: AuditEntry): string {
  const who = formatPerson(text, entry);
  const { approverName } = entry;
  return approverName === null
    ? who
    : `${who} · ${text('audit.approvedBy', { name: approverName })}`;
}

const MAX_SUMMARY_DETAILS = 2;
/** The id of a payment or of a paper, the digest of settings: nobody tells rows apart by them. */
const MACHINE_ID_PATTERN = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{43})$/;

/** Whom the rest names in words, and what a change was from and to: its section tells that. */
const DIALOG_ONLY_NAME_PATTERN = /(^|\.)(id|cashierId)$|^changed\./;

/** How much it was about, and the first of the other details: enough to tell rows apart. */
export function formatSummary(speech: AuditFormatContext, entry: AuditEntry): string {
  const isAmount = ({ name }: AuditEntry['details'][number]): boolean => name === 'amount';
  const details = entry.details.filter(({ name }) => !DIALOG_ONLY_NAME_PATTERN.test(name));
  const amountFirst = [...details.filter(isAmount), ...details.filter((one) => !isAmount(one))];
  return formatDetails(speech, { ...entry, details: amountFirst })
    .filter(({ value }) => value.length <= 60 && !MACHINE_ID_PATTERN.test(value))
    .slice(0, MAX_SUMMARY_DETAILS)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(' · ');
}
