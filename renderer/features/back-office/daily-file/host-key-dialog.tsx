import type { DailyFileState } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useTillMutation } from '../../../app/index.ts';
import { Dialog, Facts, Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './daily-file.module.css';

/**
 * Asks a person to confirm the server's host key. The till can only show the key that it received.
 */
export function HostKeyDialog(props: {
  readonly state: DailyFileState;
  readonly onClose: () => void;
}) {
  const { state, onClose } = props;
  const text = useText();
  const confirm = useTillMutation('reconciliation.confirmHostKey');
  const { seen, confirmed } = state.hostKeys;
  if (seen === null) return null;
  const submit = async (): Promise<void> => {
    if (confirm.isPending) return;
    const answer = await confirm.run({ fingerprint: seen.fingerprint });
    if (answer.ok) onClose();
  };
  return (
    <Dialog
      title={text('dailyFile.keyTitle')}
      closeLabel={text('dailyFile.keyReject')}
      onClose={onClose}
      actions={[
        {
          label: text('dailyFile.keyConfirm'),
          keyName: 'Control+S',
          onAction: () => void submit(),
          variant: confirmed === null ? 'primary' : 'danger',
          isDisabled: confirm.isPending,
        },
      ]}
    >
      {confirmed === null ? null : <Notice tone="warning" title={text('dailyFile.keyWarning')} />}
      <Facts
        facts={[
          { name: text('dailyFile.server'), value: state.server?.host ?? '' },
          { name: text('dailyFile.keyType'), value: seen.keyType },
          {
            name: text('dailyFile.keyShown'),
            value: <span className={styles.fingerprint}>{seen.fingerprint}</span>,
          },
          ...(confirmed === null
            ? []
            : [
                {
                  name: text('dailyFile.keyBefore'),
                  value: <span className={styles.fingerprint}>{confirmed.fingerprint}</span>,
                },
              ]),
        ]}
      />
      <p>{text('dailyFile.keyCompare')}</p>
      {confirm.problem === null ? null : <ProblemNotice problem={confirm.problem} />}
    </Dialog>
  );
}
