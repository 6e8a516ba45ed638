import { useState } from 'react';
import { ProblemNotice, useTillMutation } from '../../../app/index.ts';
import { Dialog, Notice, TextField } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/** Saves a copy of the day's file in a typed folder, or in the till's folder for exports. */
export function SaveDailyFileDialog(props: { readonly day: string; readonly onClose: () => void }) {
  const text = useText();
  const save = useTillMutation('reconciliation.save');
  const [folder, setFolder] = useState('');
  const folderText = folder.trim();
  const submit = async (): Promise<void> => {
    if (save.isPending) return;
    await save.run({ day: props.day, folder: folderText === '' ? null : folderText });
  };
  return (
    <Dialog
      title={text('dailyFile.saveTitle')}
      onClose={props.onClose}
      actions={[
        {
          label: text('dailyFile.saveConfirm'),
          keyName: 'Enter',
          onAction: () => void submit(),
          isDisabled: save.isPending,
        },
      ]}
    >
      <TextField
        label={text('dailyFile.folder')}
        value={folder}
        onChange={setFolder}
        description={text('dailyFile.folderHint')}
        isAutoFocused
        maxLength={500}
      />
      {save.problem === null ? null : <ProblemNotice problem={save.problem} />}
      {save.value === undefined ? null : (
        <Notice tone="info" title={text('dailyFile.saved')} action={save.value.file} />
      )}
    </Dialog>
  );
}
