import { useRef, useState } from 'react';
import { FieldsQuestion, readFileAsText } from '../../../../app/questions/index.ts';
import { Notice, type ScreenAction } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { FilePicker } from '../file-picker.tsx';
import { hasPasswordOrKey, type ReconciliationDraft } from '../reconciliation-draft.ts';
import type { SettingsSectionProps } from '../save-notice.tsx';

export interface ReconciliationQuestionProps extends SettingsSectionProps {
  readonly draft: ReconciliationDraft;
  readonly change: (changes: Partial<ReconciliationDraft>) => void;
  readonly onNext: () => void;
}

const MAX_KEY_BYTES = 20_000;

export function ReconciliationSecretQuestion(props: ReconciliationQuestionProps) {
  const text = useText();
  const { draft, change } = props;
  const [isUnreadable, setUnreadable] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const formatSecretState = (isSet: boolean): string =>
    text(isSet ? 'settings.secret.set' : 'settings.secret.notSet');
  const loadFile = async (file: File): Promise<void> => {
    const keyText = file.size > MAX_KEY_BYTES ? null : await readFileAsText(file);
    setUnreadable(keyText === null || keyText === '');
    if (keyText) change({ keyText, keyPath: file.name });
  };
  const actions: ScreenAction[] = [
    {
      label: text('settings.file.choose'),
      keyName: 'Control+O',
      onAction: () => picker.current?.click(),
    },
  ];
  if (draft.hasPassword || draft.hasPrivateKey) {
    actions.push({
      label: text('settings.secret.remove'),
      keyName: 'Delete',
      onAction: () => change({ hasPassword: false, hasPrivateKey: false }),
    });
  }
  return (
    <FieldsQuestion
      title="settings.server.secret"
      hint="settings.server.secret.hint"
      fields={[
        {
          name: 'password',
          label: 'settings.server.password',
          description: formatSecretState(draft.hasPassword),
          invalidText: 'settings.server.secret.needed',
          isSecret: true,
        },
        {
          name: 'keyPath',
          label: 'settings.server.key',
          description:
            draft.keyText === null
              ? formatSecretState(draft.hasPrivateKey)
              : text('settings.server.key.read'),
        },
      ]}
      values={draft}
      isValid={(name, value) =>
        name === 'password' ? hasPasswordOrKey(draft) : value.length <= 1000
      }
      onChange={(name, value) =>
        change(name === 'keyPath' ? { keyPath: value, keyText: null } : { password: value })
      }
      onComplete={props.onNext}
      onBack={props.onBack}
      actions={actions}
    >
      <FilePicker inputRef={picker} acceptedTypes="" onFile={(file) => void loadFile(file)} />
      {isUnreadable ? <Notice tone="refused" title={text('settings.server.key.large')} /> : null}
    </FieldsQuestion>
  );
}
