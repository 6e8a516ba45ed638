import { type RefObject, useEffect, useRef } from 'react';
import type { Biller, Problem } from '../../../shared/contract/index.ts';
import {
  formatAccountNumber,
  getAccountHint,
  getAccountKind,
  getEffectiveMask,
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
  /** The field to focus, also after main rejected it. */
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
  const accountRef = useRef<HTMLDivElement>(null);
  const nameRef = useRef<HTMLDivElement>(null);

  // Focus the requested field, also after main reported a problem with it.
  useEffect(() => focusField(field === 'name' ? nameRef : accountRef), [field]);

  const getFieldError = (errorField: 'account' | 'name'): string | null =>
    problem !== null && isAccountFieldProblem(problem) && getProblemField(problem) === errorField
      ? (formatDigitCount(text, biller, errorField === 'account' ? props.accountNumber : null) ??
        describe(problem).title)
      : null;
  return (
    <>
      <div ref={accountRef}>
        <TextField
          label={text(getLabelKey(biller))}
          value={props.accountNumber}
          onChange={(typedText) => props.onType('account', typedText)}
          onFocus={() => props.onFocus('account')}
          description={
            props.isScanned
              ? text('pay.account.scanned')
              : formatHint(text, describe, biller, props.accountNumber)
          }
          error={getFieldError('account')}
          isNumeric={isDigitsOnly(biller)}
          isLarge
          maxLength={64}
        />
      </div>
      {biller.requiresNameOnAccount ? (
        <div ref={nameRef}>
          <TextField
            label={text('pay.account.name')}
            value={props.nameOnAccount}
            onChange={(typedText) => props.onType('name', typedText)}
            onFocus={() => props.onFocus('name')}
            description={text('pay.account.nameHint')}
            error={getFieldError('name')}
            maxLength={120}
          />
        </div>
      ) : null}
    </>
  );
}

/** Whether the problem is shown beside a field. */
export function isAccountFieldProblem(problem: Problem): boolean {
  return problem.kind === 'account-number';
}

/** The field that the problem concerns. */
export function getProblemField(problem: Problem): 'account' | 'name' {
  return problem.kind === 'account-number' && problem.reason === 'name-required'
    ? 'name'
    : 'account';
}

function focusField(fieldRef: RefObject<HTMLDivElement | null>): void {
  fieldRef.current?.querySelector('input')?.focus();
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

/** Formats the mask `99-9?9` for people: `##-#[#]`. */
function formatMask(mask: string): string {
  const [required = '', optional] = mask.replaceAll('9', '#').split('?');
  return optional === undefined || optional === '' ? required : `${required}[${optional}]`;
}

function formatHint(
  text: TextFunction,
  describe: ReturnType<typeof useProblemText>,
  biller: Biller,
  typedText: string,
): string {
  const hint = getAccountHint(biller, typedText);
  const maskForm = formatMask(getEffectiveMask(biller));
  switch (hint.kind) {
    case 'empty':
    case 'open':
      return formatExpected(text, biller, maskForm);
    case 'count':
    case 'too-long':
      return formatDigitCount(text, biller, typedText) ?? '';
    case 'fits':
      return maskForm === '' && biller.billType !== 'phone_number'
        ? text('pay.account.fits', { typed: hint.typed })
        : text('pay.account.fitsForm', { shown: formatAccountNumber(biller, typedText) });
    case 'letters':
      return text('pay.account.letters');
    case 'characters':
    case 'bill-code':
      return describe({ kind: 'account-number', reason: hint.kind, expected: maskForm || null })
        .title;
    case 'mask':
      return text('pay.account.mask', { position: hint.position, form: maskForm });
  }
}

/** The actual and expected number of digits if the number is wrong; null otherwise. */
function formatDigitCount(
  text: TextFunction,
  biller: Biller,
  typedText: string | null,
): string | null {
  const hint = typedText === null ? null : getAccountHint(biller, typedText);
  const characters = describeExpectedCharacters(text, biller);
  switch (hint?.kind) {
    case 'count':
      return hint.least === hint.most
        ? text('pay.account.count', { ...hint, what: characters })
        : text('pay.account.countRange', { ...hint, what: characters });
    case 'too-long':
      return text('pay.account.too-long', {
        ...hint,
        what: characters,
        count: hint.typed - hint.most,
      });
    default:
      return null;
  }
}

function formatExpected(text: TextFunction, biller: Biller, maskForm: string): string {
  const length = getExpectedLength(biller);
  const characters = describeExpectedCharacters(text, biller);
  // Digits are counted; a form with separators is also shown.
  const formText = /[^#[\]]/.test(maskForm) ? text('pay.account.form', { form: maskForm }) : null;
  if (length === null) return formText ?? text('pay.account.open');
  const lengthText =
    length.least === length.most
      ? text('pay.account.lengthOne', { most: length.most, what: characters })
      : text('pay.account.lengthRange', { ...length, what: characters });
  return formText === null ? lengthText : `${lengthText} ${formText}`;
}

/** For an `X` in the mask, a letter fits as well as a digit. */
function describeExpectedCharacters(text: TextFunction, biller: Biller): string {
  return text(
    getEffectiveMask(biller).includes('X') ? 'pay.account.characters' : 'pay.account.digits',
  );
}
