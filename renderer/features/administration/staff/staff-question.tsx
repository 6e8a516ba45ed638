import type { ReactNode, Ref } from 'react';
import type { Problem } from '../../../../shared/contract/index.ts';
import { useProblemText } from '../../../app/index.ts';
import { LoadingIndicator, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './staff.module.css';

const MAX_SAVE_SECONDS = 15;

/**
 * A question with text fields about a staff member. Enter continues, and main may refuse the
 * change.
 */
export function StaffQuestion(props: {
  readonly title: string;
  readonly hint?: string;
  readonly fieldsRef: Ref<HTMLDivElement>;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onNext: () => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
}) {
  const text = useText();
  const describeProblem = useProblemText();
  return (
    <Screen
      title={props.title}
      {...(props.hint === undefined ? {} : { hint: props.hint })}
      actions={[
        { label: text('staff.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('staff.next'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: props.onNext,
          isDisabled: props.isBusy,
        },
      ]}
    >
      <div className={styles.fields} ref={props.fieldsRef}>
        {props.children}
      </div>
      {props.isBusy ? (
        <LoadingIndicator label={text('staff.saving')} maxSeconds={MAX_SAVE_SECONDS} />
      ) : null}
      {props.problem === null ? null : (
        <Notice tone="refused" {...describeProblem(props.problem)} />
      )}
    </Screen>
  );
}
