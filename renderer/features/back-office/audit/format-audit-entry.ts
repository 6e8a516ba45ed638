import {
  AUDIT_DETAILS,
  type AuditEntry,
  backupFailureReasonSchema,
  getSettingsSection,
  historyFilterSchema,
  type Language,
  paymentKindSchema,
  printerSettingsSchema,
  roleSchema as roles,
  SECRET_NAMES,
  SETTINGS_SECTIONS,
} from '../../../../shared/contract/index.ts';
import { type TimeFormatter, useProblemText, useTimeFormatter } from '../../../app/index.ts';
import { formatDay, formatMoneyInSentence } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import {
  AUDIT_KINDS_WITH_TEXT,
  NON_SCREEN_SETTINGS_SECTIONS,
  REFUND_RECIPIENTS,
  SESSION_END_REASONS,
  SETUP_METHODS,
  UPLOAD_RESULTS,
} from './audit-names.ts';

/** The states to which an exported history file can be filtered. */
const STATES = historyFilterSchema.shape.state.unwrap().options;
const PRINTER_KINDS = printerSettingsSchema.options.map(({ shape }) => shape.kind.value);
const DRAWER_PINS = ['pin-2', 'pin-5'] as const;

/** The texts and formatters for the values of the log. */
export interface AuditFormatContext {
  readonly text: TextFunction;
  readonly language: Language;
  readonly timeFormatter: TimeFormatter;
  readonly describeProblem: ReturnType<typeof useProblemText>;
}

export function useAuditFormatContext(): AuditFormatContext {
  return {
    text: useText(),
    language: useLanguage(),
    timeFormatter: useTimeFormatter(),
    describeProblem: useProblemText(),
  };
}

/** Returns the text of an act. An act that a later version recorded is returned as recorded. */
export function formatAuditKind(text: TextFunction, kind: string): string {
  const knownKind = AUDIT_KINDS_WITH_TEXT.find((knownKind) => knownKind === kind);
  return knownKind === undefined ? kind : text(`audit.kind.${knownKind}`);
}

export interface FormattedAuditDetail {
  readonly name: string;
  readonly value: string;
}

/** Returns the formatted details, in the order in which they were recorded. */
export function formatAuditDetails(
  format: AuditFormatContext,
  entry: AuditEntry,
): readonly FormattedAuditDetail[] {
  const names = entry.details.map(({ name }) => name);
  return entry.details.map(({ name, value }) => ({
    name: formatDetailName(format.text, name, names),
    value: formatValue(format, entry.kind, name, value),
  }));
}

function formatValue(
  format: AuditFormatContext,
  kind: string,
  name: string,
  value: string,
): string {
  const { text, language, timeFormatter } = format;
  if (value === 'true') return text('audit.yes');
  if (value === 'false') return text('audit.no');
  switch (getLastNamePart(name)) {
    case 'owedTo':
      return formatKnownValue(REFUND_RECIPIENTS, value, (id) => text(`audit.owedTo.${id}`));
    case 'way':
      return formatKnownValue(SETUP_METHODS, value, (id) => text(`audit.way.${id}`));
    case 'because':
      return formatKnownValue(SESSION_END_REASONS, value, (id) => text(`audit.because.${id}`));
    case 'role':
    case 'roleBefore':
      return formatKnownValue(roles.options, value, (id) => text(`role.${id}`));
    case 'kind':
      return name.startsWith('printer.')
        ? formatKnownValue(PRINTER_KINDS, value, (id) => text(`setup.printer.${id}`))
        : formatKnownValue(paymentKindSchema.options, value, (id) => text(`history.kind.${id}`));
    case 'drawer':
      return formatKnownValue(DRAWER_PINS, value, (id) => text(`settings.drawer.${id}`));
    case 'reason':
      // Other reasons were typed by a person.
      if (kind !== 'backup-failed') return value;
      return formatKnownValue(
        backupFailureReasonSchema.options,
        value,
        (reason) => format.describeProblem({ kind: 'backup', reason }).title,
      );
    case 'result':
      return formatKnownValue(UPLOAD_RESULTS, value, (id) => text(`dailyFile.result.${id}`));
    case 'field':
    case 'changed':
      return formatList(value, (field) => formatField(text, field));
    case 'secrets':
      return formatList(value, (secretName) =>
        formatKnownValue(SECRET_NAMES, secretName, (secret) =>
          text(`settings.secretName.${secret}`),
        ),
      );
    case 'day':
    case 'from':
    case 'to':
      return DAY_PATTERN.test(value) ? formatDay(value, language, 'short') : value;
    case 'lastPaymentAt':
    case 'performedAt':
      return Number.isNaN(Date.parse(value)) ? value : timeFormatter.dateTime(value);
    case 'state':
      return formatKnownValue(STATES, value, (id) => text(`history.stateFilter.${id}`));
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

/** Returns the last part of a name that is not a number: `float` for `float.1`. */
function getLastNamePart(name: string): string | undefined {
  return name.split('.').findLast((part) => !NUMBER_PATTERN.test(part));
}

const NUMBER_PATTERN = /^\d+$/;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Formats a list that the log stores as one value. Equal texts are listed once. */
function formatList(value: string, formatItem: (item: string) => string): string {
  return [...new Set(value.split(', ').map(formatItem))].join(', ');
}

/**
 * Returns the settings section of a field of the provisioning file; an unknown field is returned as
 * recorded.
 */
function formatField(text: TextFunction, field: string): string {
  const section = getSettingsSection(field);
  return section === undefined ? field : text(`settings.section.${section}`);
}

/** The log stores amounts as `50.00 MXN`. */
const AMOUNT_PATTERN = /(-?\d+(?:\.\d+)?) ([A-Z]+)/g;

function formatSection(text: TextFunction, value: string): string {
  const otherSection = NON_SCREEN_SETTINGS_SECTIONS.find((section) => section === value);
  if (otherSection !== undefined) return text(`audit.section.${otherSection}`);
  return formatKnownValue(SETTINGS_SECTIONS, value, (id) => text(`settings.section.${id}`));
}

/**
 * Returns the text of a known value. A value that a later version recorded is returned as recorded.
 */
function formatKnownValue<Value extends string>(
  values: readonly Value[],
  value: string,
  formatKnown: (known: Value) => string,
): string {
  const knownValue = values.find((knownValue) => knownValue === value);
  return knownValue === undefined ? value : formatKnown(knownValue);
}

/** Acts that only a person can do, also while nobody is signed in. */
const KINDS_BY_PEOPLE: readonly string[] = ['staff-provisioned', 'wrong-pin'];

/** Returns who did it, or that nobody was signed in, or that it was the till. */
export function formatAuditPerson(text: TextFunction, { byName, kind }: AuditEntry): string {
  if (byName !== null) return byName;
  return text(KINDS_BY_PEOPLE.includes(kind) ? 'audit.byNobody' : 'audit.byTill');
}

/**
 * Translates a detail name such as `z.from` part by part; a part without a text stays as recorded.
 * A list item is named by its kind and number, `Person 2` for `staff.2.name`; the only item of a
 * list has no number.
 */
function formatDetailName(text: TextFunction, name: string, allNames: readonly string[]): string {
  const parts = name.split('.');
  const isAlone = (index: number): boolean => {
    const secondItemPrefix = [...parts.slice(0, index), '2'].join('.');
    return (
      parts[index] === '1' &&
      !allNames.some((detailName) => detailName.startsWith(secondItemPrefix))
    );
  };
  const isItemName = NUMBER_PATTERN.test(parts.at(-2) ?? '') && parts.at(-1) === 'name';
  return parts
    .filter((_, index) => !isAlone(index) && !(isItemName && index === parts.length - 1))
    .map((part) => {
      const knownPart = AUDIT_DETAILS.find((knownPart) => knownPart === part);
      return knownPart === undefined ? part : text(`audit.detail.${knownPart}`);
    })
    .join(' ');
}

/** Returns who did it, and who approved it. */
export function formatAuditActor(text: TextFunction, entry: AuditEntry): string {
  const person = formatAuditPerson(text, entry);
  const { approverName } = entry;
  return approverName === null
    ? person
    : `${person} · ${text('audit.approvedBy', { name: approverName })}`;
}

const MAX_SUMMARY_DETAILS = 2;
/**
 * The id of a payment or of a print job, or the digest of settings. These do not help to
 * distinguish rows.
 */
const MACHINE_ID_PATTERN = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{43})$/;

/**
 * Ids, whose person the other details name, and the old and new values of a change, which its
 * section summarises.
 */
const DIALOG_ONLY_NAME_PATTERN = /(^|\.)(id|cashierId)$|^changed\./;

/** Returns the amount and the first of the other details, enough to distinguish rows. */
export function formatAuditSummary(format: AuditFormatContext, entry: AuditEntry): string {
  const isAmount = ({ name }: AuditEntry['details'][number]): boolean => name === 'amount';
  const details = entry.details.filter(({ name }) => !DIALOG_ONLY_NAME_PATTERN.test(name));
  const sortedDetails = [
    ...details.filter(isAmount),
    ...details.filter((detail) => !isAmount(detail)),
  ];
  return formatAuditDetails(format, { ...entry, details: sortedDetails })
    .filter(({ value }) => value.length <= 60 && !MACHINE_ID_PATTERN.test(value))
    .slice(0, MAX_SUMMARY_DETAILS)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(' · ');
}
