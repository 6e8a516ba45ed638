import { type RefObject, useEffect, useRef } from 'react';
import type { Biller, Problem } from '../../../shared/contract/index.ts';
import {
  formatAccountNumber,
  getAccountHint,
  getAccountKind,
  getExpectedLength,
  isDigitsOnly,
} from '../../../shared/rules/index.ts';
import { TextField } from '../../components/index.ts';
import { type TextFunction, type TextKey, useText } from '../../i18n/index.ts';
import { useProblemText } from '../index.ts';

export interface AccountFieldsProps {
  readonly biller: Biller;
  readonly accountNumber: string;
  readonly nameOnAccount: string;
  /** Focuses the field that is asked for, also when main rejected it. */
  readonly field: 'account' | 'name';
  readonly problem: Problem | null;
  readonly isScanned: boolean;
  readonly onType: (field: 'account' | 'name', text: string) => void;
  readonly onFocus: (field: 'account' | 'name') => void;
}

/** The account number, and the name if the biller requires one; both are checked while typing. */
export function AccountFields(props: AccountFieldsProps) {
  const { biller, field, problem } = props;
  const text = useText();
  const describe = useProblemText();
  const account = useRef<HTMLDivElement>(null);
  const name = useRef<HTMLDivElement>(null);

  // The field that is asked for, also after main pointed at it.
  useEffect(() => focusField(field === 'name' ? name : account), [field]);

  const fault = (of: 'account' | 'name'): string | null =>
    problem !== null && isFieldProblem(problem) && getProblemField(problem) === of
      ? (formatDigitCount(text, biller, of === 'account' ? props.accountNumber : null) ??
        describe(problem).happened)
      : null;
  return (
    <>
      <div ref={account}>
        <TextField
          label={text(getLabelKey(biller))}
          value={props.accountNumber}
          onChange={(typed) => props.onType('account', typed)}
          onFocus={() => props.onFocus('account')}
          description={
            props.isScanned
              ? text('pay.account.scanned')
              : formatHint(text, describe, biller, props.accountNumber)
          }
          error={fault('account')}
          isNumeric={isDigitsOnly(biller)}
          isLarge
          maxLength={64}
        />
      </div>
      {biller.requiresNameOnAccount ? (
        <div ref={name}>
          <TextField
            label={text('pay.account.name')}
            value={props.nameOnAccount}
            onChange={(typed) => props.onType('name', typed)}
            onFocus={() => props.onFocus('name')}
            description={text('pay.account.nameHint')}
            error={fault('name')}
            maxLength={120}
          />
        </div>
      ) : null}
    </>
  );
}

/** Whether the problem is shown beside a field. */
export function isFieldProblem(problem: Problem): boolean {
  return problem.kind === 'account-number';
}

/** The field that the problem concerns. */
export function getProblemField(problem: Problem): 'account' | 'name' {
  return problem.kind === 'account-number' && problem.reason === 'name-required'
    ? 'name'
    : 'account';
}

function focusField(wanted: RefObject<HTMLDivElement | null>): void {
  wanted.current?.querySelector('input')?.focus();
}

function getLabelKey(biller: Biller): TextKey {
  if (getAccountKind(biller) === 'mobile') return 'pay.account.mobile';
  switch (biller.billType) {
    case 'phone_number':
      return 'pay.account.phone_number';
    case 'bar_code':
      return 'pay.account.bar_code';
    default:
      return 'pay.account.account_number';
  }
}

/** `99-9?9` as people read it: `##-#[#]`. */
function formatMask(mask: string): string {
  const [required = '', optional] = mask.replaceAll('9', '#').split('?');
  return optional === undefined || optional === '' ? required : `${required}[${optional}]`;
}

function formatHint(
  text: TextFunction,
  describe: ReturnType<typeof useProblemText>,
  biller: Biller,
  typed: string,
): string {
  const hint = getAccountHint(biller, typed);
  const form = formatMask(biller.mask.trim());
  switch (hint.kind) {
    case 'empty':
    case 'open':
      return formatExpected(text, biller, form);
    case 'count':
    case 'too-long':
      return formatDigitCount(text, biller, typed) ?? '';
    case 'fits':
      return form === ''
        ? text('pay.account.fits', { typed: hint.typed })
        : text('pay.account.fitsForm', { shown: formatAccountNumber(biller, typed) });
    case 'letters':
      return text('pay.account.letters');
    case 'characters':
      return describe({ kind: 'account-number', reason: 'characters', expected: form || null })
        .happened;
    case 'mask':
      return text('pay.account.mask', { position: hint.position, form });
  }
}

/** How many digits there are and should be, where that is what is wrong; null otherwise. */
function formatDigitCount(text: TextFunction, biller: Biller, typed: string | null): string | null {
  const hint = typed === null ? null : getAccountHint(biller, typed);
  const what = describeExpectedCharacters(text, biller);
  switch (hint?.kind) {
    case 'count':
      return hint.least === hint.most
        ? text('pay.account.count', { ...hint, what })
        : text('pay.account.countRange', { ...hint, what });
    case 'too-long':
      return text('pay.account.too-long', { ...hint, what, count: hint.typed - hint.most });
    default:
      return null;
  }
}

function formatExpected(text: TextFunction, biller: Biller, form: string): string {
  const length = getExpectedLength(biller);
  const what = describeExpectedCharacters(text, biller);
  // Digits are counted; those with signs between them are drawn, too.
  const drawn = /[^#[\]]/.test(form) ? text('pay.account.form', { form }) : null;
  if (length === null) return drawn ?? text('pay.account.open');
  const counted =
    length.least === length.most
      ? text('pay.account.lengthOne', { most: length.most, what })
      : text('pay.account.lengthRange', { ...length, what });
  return drawn === null ? counted : `${counted} ${drawn}`;
}

/** Where the mask has an `X`, a letter fits as well as a digit. */
function describeExpectedCharacters(text: TextFunction, biller: Biller): string {
  return text(biller.mask.includes('X') ? 'pay.account.characters' : 'pay.account.digits');
}
