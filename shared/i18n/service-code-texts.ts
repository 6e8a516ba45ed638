/**
 * The texts of the service's codes and HTTP statuses for a cashier: what happened, whether money moved,
 * what to do now. The service's message (especially of R126 and R127) is displayed next to these texts,
 * never inside them.
 */

import type { Language } from '../contract/index.ts';
import {
  getUnconfirmedResponseEffect,
  isServiceCode,
  type ServiceCode,
  type UnconfirmedResponseEffect,
} from '../rules/index.ts';
import { getText } from './texts.ts';

/** The kind of request. `look-up`: balance, account, lists; `bill`: saved bills. */
export type ServiceCodeContext = 'look-up' | 'payment' | 'cash-out' | 'cancel' | 'bill';

export interface ServiceCodeQuery {
  /** The code in the response; null if there is none. */
  readonly code: string | null;
  readonly httpStatus: number | null;
  readonly language: Language;
  readonly context: ServiceCodeContext;
  /** The biller's name; null if none is concerned. */
  readonly billerName: string | null;
}

export interface ServiceCodeText {
  readonly title: string;
  readonly impact: string;
  readonly action: string;
}

/** The statuses of the interface, 422, and all others. */
export type HttpStatusTextKey =
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

/** Keys of texts about what happened, and what to do if it was refused or no money is concerned. */
type ServiceCodeTextKey = ServiceCode | `status.${HttpStatusTextKey}` | 'unknownCode';
/** Keys of texts about what to do while it is unknown whether money moved. */
type OpenOutcomeTextKey = `whileOpen.${Exclude<ServiceCodeContext, 'look-up' | 'bill'>}`;

/** A missing text for any of these keys is a compile error. */
export type ServiceCodeTextPath =
  | `${ServiceCodeTextKey}.${'title' | 'action'}`
  | `impact.${ServiceCodeContext}.${UnconfirmedResponseEffect}`
  | OpenOutcomeTextKey;

/** The three texts for a response of the service. */
export function describeServiceCode(query: ServiceCodeQuery): ServiceCodeText {
  const { language, context: during } = query;
  const textKey = getTextKey(query);
  const state = getUnconfirmedResponseEffect(query);
  const biller = query.billerName?.trim() || getText('codes', language, 'biller');
  const formatText = (key: ServiceCodeTextPath): string =>
    capitalize(getText('codes', language, key, { biller }));
  return {
    title: formatText(`${textKey}.title`),
    impact: formatText(`impact.${during}.${state}`),
    action: formatText(
      state === 'open' && during !== 'look-up' && during !== 'bill'
        ? `whileOpen.${during}`
        : `${textKey}.action`,
    ),
  };
}

function getTextKey({ code, httpStatus }: ServiceCodeQuery): ServiceCodeTextKey {
  if (code === null) return `status.${toStatusKey(httpStatus)}`;
  return isServiceCode(code) ? code : 'unknownCode';
}

const STATUS_KEYS: readonly HttpStatusTextKey[] = [
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

function toStatusKey(httpStatus: number | null): HttpStatusTextKey {
  if (httpStatus === null) return 'other';
  const exact = STATUS_KEYS.find((key) => key === String(httpStatus));
  if (exact) return exact;
  if (httpStatus > 200 && httpStatus < 300) return '200';
  if (httpStatus === 502 || httpStatus === 504) return '503';
  return httpStatus > 500 ? '500' : 'other';
}

/** The biller's name may be the first word of a text. */
function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
