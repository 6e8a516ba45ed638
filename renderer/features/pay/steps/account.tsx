import { useEffect, useRef } from 'react';
import type { Biller, Problem } from '../../../../shared/contract/index.ts';
import { useProblemText } from '../../../app/index.ts';
import { Notice, Screen, TextField } from '../../../components/index.ts';
import { type Text, type TextKey, useText } from '../../../i18n/index.ts';
import { accountHint, expectedLength, isDigitsOnly } from '../account-mask.ts';
import styles from '../pay.module.css';
import { ProblemNotice } from '../problem-notice.tsx';
import { RulesCard } from '../rules-card.tsx';
import type { StepProps } from '../step-props.ts';

/** Whose bill it is. Pasted spaces are fine; what the number lacks is said while it is typed. */
export function AccountScreen(props: StepProps<'account'>) {
  const { step, tell, press } = props;
  const { draft } = step;
  const { biller } = draft;
  const text = useText();
  const describe = useProblemText();
  const account = useRef<HTMLDivElement>(null);
  const name = useRef<HTMLDivElement>(null);

  // The field that the flow asks for, also after main pointed at it.
  useEffect(() => {
    const wanted = step.field === 'name' ? name.current : account.current;
    wanted?.querySelector('input')?.focus();
  }, [step.field]);

  const isOfFields = step.problem?.kind === 'account-number';
  const fault = (field: 'account' | 'name'): string | null =>
    step.problem !== null && isOfFields && faultyField(step.problem) === field
      ? describe(step.problem).happened
      : null;

  return (
    <Screen
      title={text(draft.kind === 'bill' ? 'pay.account.title' : `pay.account.title.${draft.kind}`, {
        biller: biller.name,
      })}
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        {
          label: text('pay.goOn'),
          keyName: 'Enter',
          onAction: () => press('enter'),
          variant: 'primary',
        },
      ]}
    >
      {draft.isListed ? null : (
        <Notice
          tone="warning"
          happened={text('pay.gone.happened', { biller: biller.name })}
          money={text('pay.gone.money')}
          next={text('pay.gone.next')}
        />
      )}
      <div ref={account}>
        <TextField
          label={text(labelKey(biller))}
          value={draft.accountNumber}
          onChange={(typed) => tell({ type: 'typed', field: 'account', text: typed })}
          onFocus={() => tell({ type: 'focused', field: 'account' })}
          description={
            draft.isScanned
              ? text('pay.account.scanned')
              : hintText(text, biller, draft.accountNumber)
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
            value={draft.nameOnAccount}
            onChange={(typed) => tell({ type: 'typed', field: 'name', text: typed })}
            onFocus={() => tell({ type: 'focused', field: 'name' })}
            description={text('pay.account.nameHint')}
            error={fault('name')}
            maxLength={120}
          />
        </div>
      ) : null}
      {step.problem !== null && !isOfFields ? (
        <ProblemNotice problem={step.problem} biller={biller.name} />
      ) : null}
      <div className={styles.push}>
        <RulesCard draft={draft} />
      </div>
    </Screen>
  );
}

function faultyField(problem: Problem): 'account' | 'name' {
  return problem.kind === 'account-number' && problem.reason === 'name-required'
    ? 'name'
    : 'account';
}

function labelKey(biller: Biller): TextKey {
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
function formOf(mask: string): string {
  const [required = '', optional] = mask.replaceAll('9', '#').split('?');
  return optional === undefined || optional === '' ? required : `${required}[${optional}]`;
}

function hintText(text: Text, biller: Biller, typed: string): string {
  const hint = accountHint(biller, typed);
  const form = formOf(biller.mask.trim());
  switch (hint.kind) {
    case 'none':
      return expectedText(text, biller, form);
    case 'count':
      return hint.least === hint.most
        ? text('pay.account.count', { typed: hint.typed, most: hint.most })
        : text('pay.account.countRange', { ...hint });
    case 'fits':
      return text('pay.account.fits', { typed: hint.typed });
    case 'too-long':
      return text('pay.account.too-long', { typed: hint.typed, extra: hint.typed - hint.most });
    case 'letters':
      return text('pay.account.letters');
    case 'mask':
      return text('pay.account.mask', { position: hint.position, form });
  }
}

function expectedText(text: Text, biller: Biller, form: string): string {
  if (form !== '') return text('pay.account.form', { form });
  const length = expectedLength(biller);
  if (length === null) return text('pay.account.open');
  return length.least === length.most
    ? text('pay.account.lengthOne', { most: length.most })
    : text('pay.account.lengthRange', { ...length });
}
