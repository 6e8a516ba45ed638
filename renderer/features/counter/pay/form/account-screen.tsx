import { AccountFields, isAccountFieldProblem } from '../../../../app/billers/index.ts';
import {
  ConnectionNotice,
  ProblemNotice,
  useTillMutation,
  useTillQuery,
} from '../../../../app/index.ts';
import { Notice, Screen } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';
import styles from '../pay.module.css';
import { BillerRulesCard } from './rules-card.tsx';
import { ScannedBillCard } from './scanned-bill-card.tsx';

/**
 * Asks for the account number. Pasted spaces are allowed; what the number lacks is shown while
 * typing.
 */
export function AccountScreen(props: StepProps<'account'>) {
  const { step, dispatch, press } = props;
  const { draft } = step;
  const { biller } = draft;
  const text = useText();
  const favourite = useFavourite(biller.id);

  return (
    <Screen
      // A scan answers the question, and what it found needs the room.
      title={
        draft.scannedBill === null
          ? text(draft.kind === 'bill' ? 'pay.account.title' : `pay.account.title.${draft.kind}`, {
              biller: biller.name,
            })
          : biller.name
      }
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        ...(favourite.isFavourite === null || draft.kind === 'cash-out'
          ? []
          : [
              {
                label: text(favourite.isFavourite ? 'pay.favourite.remove' : 'pay.favourite.add'),
                keyName: 'Control+F' as const,
                onAction: favourite.toggle,
              },
            ]),
        {
          label: text('pay.continue'),
          keyName: 'Enter',
          onAction: () => press('enter'),
          variant: 'primary',
        },
      ]}
    >
      <ConnectionNotice />
      {draft.isListed ? null : (
        <Notice
          tone="warning"
          title={text('pay.gone.title', { biller: biller.name })}
          impact={text('pay.gone.impact')}
          action={text('pay.gone.action')}
        />
      )}
      <AccountFields
        biller={biller}
        accountNumber={draft.accountNumber}
        nameOnAccount={draft.nameOnAccount}
        field={step.field}
        problem={step.problem}
        isScanned={draft.isScanned}
        onType={(field, typed) => dispatch({ type: 'typed', field, text: typed })}
        onFocus={(field) => dispatch({ type: 'focused', field })}
      />
      {draft.scannedBill === null ? null : <ScannedBillCard bill={draft.scannedBill} />}
      {step.problem !== null && !isAccountFieldProblem(step.problem) ? (
        <ProblemNotice
          problem={step.problem}
          billerName={biller.name}
          {...(draft.cashOnCounter ? { impact: text('pay.correction.impact') } : {})}
        />
      ) : null}
      {favourite.problem === null ? null : <ProblemNotice problem={favourite.problem} />}
      <div className={styles.alignedToBottom}>
        <BillerRulesCard draft={draft} />
      </div>
    </Screen>
  );
}

/** Whether the biller is a favourite of this till; null until main has responded. */
function useFavourite(billerId: number) {
  const setFavourite = useTillMutation('catalog.setFavourite');
  const billerQuery = useTillQuery(
    'catalog.biller',
    { id: billerId },
    { refetchOnMount: 'always' },
  );
  const isFavourite = billerQuery.value?.isFavourite ?? null;
  const toggle = (): void => {
    if (isFavourite === null) return;
    if (setFavourite.isPending) return;
    void setFavourite.run({ billerId, isFavourite: !isFavourite }).then(billerQuery.refetch);
  };
  return { isFavourite, toggle, problem: setFavourite.problem };
}
