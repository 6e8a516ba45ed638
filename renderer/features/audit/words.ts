import {
  AUDIT_DETAILS,
  type AuditEntry,
  backupTrouble,
  historyFilter,
  type Language,
  paymentKind,
  printerSettings,
  role as roles,
} from '../../../shared/contract/index.ts';
import { type ShopClock, useClock, useProblemText } from '../../app/index.ts';
import { dayWords, moneyWords } from '../../components/index.ts';
import { type Text, useLanguage, useText } from '../../i18n/index.ts';
import {
  BECAUSE,
  KIND_NAMES,
  OTHER_SECTIONS,
  OWED_TO,
  RESULTS,
  SECRETS,
  SECTION_NAMES,
  SECTION_OF_FIELD,
  WAYS,
} from './names.ts';

/** The states that a file of the history can have been narrowed to. */
const STATES = historyFilter.shape.state.unwrap().options;
const PRINTERS = printerSettings.options.map(({ shape }) => shape.kind.value);
const DRAWERS = ['pin-2', 'pin-5'] as const;

/** What the values of the log are said with. */
export interface Speech {
  readonly text: Text;
  readonly language: Language;
  readonly clock: ShopClock;
  readonly describe: ReturnType<typeof useProblemText>;
}

export function useSpeech(): Speech {
  return {
    text: useText(),
    language: useLanguage(),
    clock: useClock(),
    describe: useProblemText(),
  };
}

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
export function detailWords(speech: Speech, entry: AuditEntry): readonly DetailWords[] {
  const names = entry.details.map(({ name }) => name);
  return entry.details.map(({ name, value }) => ({
    name: nameWords(speech.text, name, names),
    value: valueWords(speech, entry.kind, name, value),
  }));
}

function valueWords(speech: Speech, kind: string, name: string, value: string): string {
  const { text, language, clock } = speech;
  if (value === 'true') return text('audit.yes');
  if (value === 'false') return text('audit.no');
  switch (lastOf(name)) {
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
      return name.startsWith('printer.')
        ? known(PRINTERS, value, (one) => text(`setup.printer.${one}`))
        : known(paymentKind.options, value, (one) => text(`history.kind.${one}`));
    case 'drawer':
      return known(DRAWERS, value, (one) => text(`settings.drawer.${one}`));
    case 'reason':
      // The others are a person's.
      if (kind !== 'backup-failed') return value;
      return known(
        backupTrouble.options,
        value,
        (reason) => speech.describe({ kind: 'backup', reason }).happened,
      );
    case 'result':
      return known(RESULTS, value, (one) => text(`dailyFile.result.${one}`));
    case 'field':
    case 'changed':
      return eachOf(value, (one) => fieldWords(text, one));
    case 'secrets':
      return eachOf(value, (one) => known(keysOf(SECRETS), one, (secret) => text(SECRETS[secret])));
    case 'day':
    case 'from':
    case 'to':
      return DAY.test(value) ? dayWords(value, language, 'short') : value;
    case 'lastPaymentAt':
    case 'performedAt':
      return Number.isNaN(Date.parse(value)) ? value : clock.dateTime(value);
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

/** `float` of `float.1`. */
function lastOf(name: string): string | undefined {
  return name.split('.').findLast((part) => !NUMBER.test(part));
}

const NUMBER = /^\d+$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A list that the log keeps as one value; what is the same word is said once. */
function eachOf(value: string, words: (one: string) => string): string {
  return [...new Set(value.split(', ').map(words))].join(', ');
}

/** A field of the provisioning file, as the part of the settings that has it. */
function fieldWords(text: Text, field: string): string {
  const section = SECTION_OF_FIELD[field] ?? SECTION_OF_FIELD[field.split('.')[0] ?? ''];
  return section === undefined ? field : text(`settings.of.${section}`);
}

function keysOf<Name extends string>(named: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(named) as Name[];
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

/**
 * `z.from` part by part; a part without words as it is. What stands in a list is called by its name,
 * `Person 2` for `staff.2.name`, and needs no number where it is alone.
 */
function nameWords(text: Text, name: string, all: readonly string[]): string {
  const whole = name.split('.');
  const isAlone = (at: number): boolean => {
    const second = [...whole.slice(0, at), '2'].join('.');
    return whole[at] === '1' && !all.some((one) => one.startsWith(second));
  };
  const isName = NUMBER.test(whole.at(-2) ?? '') && whole.at(-1) === 'name';
  return whole
    .filter((_, at) => !isAlone(at) && !(isName && at === whole.length - 1))
    .map((part) => {
      const known = AUDIT_DETAILS.find((one) => one === part);
      return known === undefined ? part : text(`audit.detail.${known}`);
    })
    .join(' ');
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

/** Whom the rest names in words, and what a change was from and to: its section tells that. */
const FOR_THE_DIALOG = /(^|\.)(id|cashierId)$|^changed\./;

/** How much it was about, and the first of the other details: enough to tell rows apart. */
export function shortWords(speech: Speech, entry: AuditEntry): string {
  const isAmount = ({ name }: AuditEntry['details'][number]): boolean => name === 'amount';
  const details = entry.details.filter(({ name }) => !FOR_THE_DIALOG.test(name));
  const amountFirst = [...details.filter(isAmount), ...details.filter((one) => !isAmount(one))];
  return detailWords(speech, { ...entry, details: amountFirst })
    .filter(({ value }) => value.length <= 60 && !FOR_MACHINES.test(value))
    .slice(0, SHORT)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(' · ');
}
