/**
 * What the service's codes and HTTP statuses mean to a cashier, in three languages: what happened,
 * whether money moved, what to do now. Spanish of Mexico is whole; Spanish of Colombia holds what
 * differs. The service's own message (R126, R127 above all) is shown beside these, never in them.
 */

import type { Language } from '../contract/index.ts';
import { isServiceCode, type MoneyState, moneyState, type ServiceCode } from '../rules/index.ts';
import { codesEn } from './codes-en.ts';
import { codesEsCo } from './codes-es-co.ts';
import { codesEsMx } from './codes-es-mx.ts';

/** What was being done. `look-up`: balance, account, lists; `bill`: bills that the shop keeps. */
export type CodeMoment = 'look-up' | 'payment' | 'cash-out' | 'cancel' | 'bill';

export interface CodeQuestion {
  /** As the service gave it; null where it gave none. */
  readonly code: string | null;
  readonly httpStatus: number | null;
  readonly language: Language;
  readonly during: CodeMoment;
  /** The biller's name; null where none is concerned. */
  readonly biller: string | null;
}

export interface CodeText {
  readonly what: string;
  readonly money: string;
  readonly next: string;
}

/** The statuses of the interface, 422, and all others. */
export type StatusKey =
  | '200'
  | '400'
  | '401'
  | '403'
  | '404'
  | '422'
  | '429'
  | '500'
  | '503'
  | 'other';

/** What a code of the table says, and what to do when it refused or when no money is concerned. */
export type Said = readonly [what: string, next: string];

export interface CodeTexts {
  /** Stands for the biller where no name is known. */
  readonly biller: string;
  readonly codes: Readonly<Record<ServiceCode, Said>>;
  readonly statuses: Readonly<Record<StatusKey, Said>>;
  readonly unknownCode: Said;
  readonly money: Readonly<Record<CodeMoment, Readonly<Record<MoneyState, string>>>>;
  /** What to do while it is not known whether money moved. */
  readonly whileOpen: Readonly<Record<CodeMoment, string | null>>;
}

/** Spanish of Colombia: what differs. */
export interface CodeTextsDifference {
  readonly codes: Readonly<Partial<Record<ServiceCode, Said>>>;
}

/** The three parts for an answer of the service. */
export function codeText(question: CodeQuestion): CodeText {
  const { language, during } = question;
  const texts = language === 'en' ? codesEn : codesEsMx;
  const [what, next] = saidOf(question, texts);
  const state = moneyState(question);
  const whileOpen = state === 'open' ? texts.whileOpen[during] : null;
  const name = question.biller?.trim() || texts.biller;
  return {
    what: fill(what, name),
    money: texts.money[during][state],
    next: fill(whileOpen ?? next, name),
  };
}

function saidOf({ code, httpStatus, language }: CodeQuestion, texts: CodeTexts): Said {
  if (code === null) return texts.statuses[statusKey(httpStatus)];
  if (!isServiceCode(code)) return texts.unknownCode;
  const own = language === 'es-CO' ? codesEsCo.codes[code] : undefined;
  return own ?? texts.codes[code];
}

const STATUSES: readonly StatusKey[] = [
  '200',
  '400',
  '401',
  '403',
  '404',
  '422',
  '429',
  '500',
  '503',
];

function statusKey(httpStatus: number | null): StatusKey {
  if (httpStatus === null) return 'other';
  const exact = STATUSES.find((key) => key === String(httpStatus));
  if (exact) return exact;
  if (httpStatus > 200 && httpStatus < 300) return '200';
  if (httpStatus === 502 || httpStatus === 504) return '503';
  return httpStatus > 500 ? '500' : 'other';
}

/** The name may hold anything, so it is put in without being read as a pattern. */
function fill(text: string, biller: string): string {
  const filled = text.replaceAll('{{biller}}', () => biller);
  return filled.charAt(0).toLocaleUpperCase() + filled.slice(1);
}
