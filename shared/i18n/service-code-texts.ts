/**
 * What the service's codes and HTTP statuses mean for a cashier: what happened, whether money
 * moved, what to do now. The service's own message (especially of R126 and R127) is shown beside
 * these texts, never in them.
 */

import type { Language } from '../contract/index.ts';
import { getMoneyState, isServiceCode, type MoneyState, type ServiceCode } from '../rules/index.ts';
import { getText } from './texts.ts';

/** What was asked. `look-up`: balance, account, lists; `bill`: bills that the shop keeps. */
export type ServiceCodeContext = 'look-up' | 'payment' | 'cash-out' | 'cancel' | 'bill';

export interface ServiceCodeQuery {
  /** As the service gave it; null if it gave none. */
  readonly code: string | null;
  readonly httpStatus: number | null;
  readonly language: Language;
  readonly during: ServiceCodeContext;
  /** The biller's name; null if none is concerned. */
  readonly biller: string | null;
}

export interface ServiceCodeText {
  readonly happened: string;
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

/** What happened, and what to do if it was refused or no money is concerned. */
type ServiceCodeTextKey = ServiceCode | `status.${StatusKey}` | 'unknownCode';
/** What to do while it is not known whether money moved. */
type OpenOutcomeTextKey = `whileOpen.${Exclude<ServiceCodeContext, 'look-up' | 'bill'>}`;

/** A text must exist for each, or this does not compile. */
export type ServiceCodeTextPath =
  | `${ServiceCodeTextKey}.${'happened' | 'next'}`
  | `money.${ServiceCodeContext}.${MoneyState}`
  | OpenOutcomeTextKey;

/** The three parts for an answer of the service. */
export function describeServiceCode(question: ServiceCodeQuery): ServiceCodeText {
  const { language, during } = question;
  const said = getTextKey(question);
  const state = getMoneyState(question);
  const biller = question.biller?.trim() || getText('codes', language, 'biller');
  const say = (key: ServiceCodeTextPath): string =>
    capitalize(getText('codes', language, key, { biller }));
  return {
    happened: say(`${said}.happened`),
    money: say(`money.${during}.${state}`),
    next: say(
      state === 'open' && during !== 'look-up' && during !== 'bill'
        ? `whileOpen.${during}`
        : `${said}.next`,
    ),
  };
}

function getTextKey({ code, httpStatus }: ServiceCodeQuery): ServiceCodeTextKey {
  if (code === null) return `status.${toStatusKey(httpStatus)}`;
  return isServiceCode(code) ? code : 'unknownCode';
}

const STATUS_KEYS: readonly StatusKey[] = [
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

function toStatusKey(httpStatus: number | null): StatusKey {
  if (httpStatus === null) return 'other';
  const exact = STATUS_KEYS.find((key) => key === String(httpStatus));
  if (exact) return exact;
  if (httpStatus > 200 && httpStatus < 300) return '200';
  if (httpStatus === 502 || httpStatus === 504) return '503';
  return httpStatus > 500 ? '500' : 'other';
}

/** A biller's name may come first. */
function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
