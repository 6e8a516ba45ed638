import { useState } from 'react';
import {
  SignedOutLayout,
  useProblemText,
  useSetTillState,
  useTillMutation,
} from '../../../app/index.ts';
import { FieldsQuestion } from '../../../app/questions/index.ts';
import { LoadingIndicator, Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_RESTORE_SECONDS = 120;

/** Restores a lost till on a new computer, from its backup and the owner's recovery key. */
export function RestoreBackup(props: { readonly onLeave: () => void }) {
  const text = useText();
  const describeProblem = useProblemText();
  const setTillState = useSetTillState();
  const restore = useTillMutation('setup.restore');
  const [values, setValues] = useState({ file: '', recoveryKey: '' });

  const submit = async (): Promise<void> => {
    const answer = await restore.run({
      file: values.file.trim(),
      recoveryKey: values.recoveryKey.trim(),
    });
    if (answer.ok) setTillState(answer.value);
  };

  return (
    <SignedOutLayout shopAndPos={text('setup.heading')}>
      <main>
        <FieldsQuestion
          title="setup.restore"
          hint="setup.restore.hint"
          fields={[
            {
              name: 'file',
              label: 'setup.restore.file',
              hint: 'setup.restore.file.hint',
              invalidText: 'setup.restore.file.wrong',
            },
            {
              name: 'recoveryKey',
              label: 'setup.restore.key',
              hint: 'setup.restore.key.hint',
              invalidText: 'setup.restore.key.wrong',
            },
          ]}
          values={values}
          isValid={(name, value) =>
            name === 'file'
              ? /^(\/|\\\\|[A-Za-z]:[\\/])/.test(value.trim()) && value.length <= 4_096
              : value.trim() !== '' && value.length <= 300
          }
          onChange={(name, value) => setValues({ ...values, [name]: value })}
          nextLabel="setup.restore.confirm"
          onComplete={() => void submit()}
          onBack={props.onLeave}
          isBusy={restore.isPending}
        >
          {restore.isPending ? (
            <LoadingIndicator
              label={text('setup.restore.waiting')}
              maxSeconds={MAX_RESTORE_SECONDS}
            />
          ) : null}
          {restore.problem === null ? null : (
            <Notice tone="refused" {...describeProblem(restore.problem)} />
          )}
        </FieldsQuestion>
      </main>
    </SignedOutLayout>
  );
}
