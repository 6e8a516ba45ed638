import { useState } from 'react';
import { type Provisioning, provisioningSchema } from '../../../../shared/contract/index.ts';
import { TapeSlot, useProblemText, useTillMutation } from '../../../app/index.ts';
import { ChoiceQuestion, FieldsQuestion } from '../../../app/questions/index.ts';
import { Notice, Screen, Waiting } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { FileQuestion, Review, SummaryTape, summaryOfFile } from '../../setup/index.ts';
import { KeepNotice, type SectionProps } from '../keeping.tsx';
import styles from '../settings.module.css';

const backup = provisioningSchema.shape.backup.unwrap().shape;

export function BackupSection(props: SectionProps) {
  const text = useText();
  const kept = props.view.backup;
  const [isAsked, setAsked] = useState(false);
  const [values, setValues] = useState({ folder: kept?.folder ?? '', keep: `${kept?.keep ?? ''}` });
  if (!isAsked) {
    return (
      <ChoiceQuestion
        title="settings.backup"
        choices={(['folder', 'none'] as const).map((id) => ({
          id,
          name: text(`settings.backup.${id}`),
          detail: text(`settings.backup.${id}.what`),
        }))}
        chosen={kept === null ? 'none' : 'folder'}
        onChoose={(id) => {
          props.forget();
          if (id === 'folder') setAsked(true);
          else props.keep({ section: 'backup', to: null });
        }}
        onBack={props.onBack}
      >
        <KeepNotice {...props} />
      </ChoiceQuestion>
    );
  }
  return (
    <FieldsQuestion
      title="settings.backup.where"
      fields={[
        {
          name: 'folder',
          label: 'setup.printer.folderLabel',
          hint: 'settings.backup.folder.hint',
          wrong: 'settings.backup.folder.wrong',
        },
        {
          name: 'keep',
          label: 'settings.backup.keep',
          hint: 'settings.backup.keep.hint',
          wrong: 'settings.backup.keep.wrong',
          isNumeric: true,
        },
      ]}
      values={values}
      fits={(name, value) =>
        name === 'folder'
          ? backup.folder.safeParse(value.trim()).success
          : value === '' || backup.keep.safeParse(Number(value)).success
      }
      onChange={(name, value) => {
        props.forget();
        setValues({ ...values, [name]: value });
      }}
      nextLabel="settings.keep"
      onFilled={() =>
        props.keep({
          section: 'backup',
          to: {
            folder: values.folder.trim(),
            keep: values.keep === '' ? null : Number(values.keep),
          },
        })
      }
      onBack={() => {
        props.forget();
        setAsked(false);
      }}
      isBusy={props.isBusy}
    >
      <KeepNotice {...props} />
    </FieldsQuestion>
  );
}

const LONGEST_EXPORT_SECONDS = 10;

/** The provisioning file for the next till, without what is secret. */
export function ExportSection(props: SectionProps) {
  const text = useText();
  const describe = useProblemText();
  const write = useTillMutation('settings.export');
  const { value } = write;
  return (
    <Screen
      title={text('settings.export')}
      hint={text('settings.export.hint')}
      actions={[
        {
          label: text('settings.export.write'),
          keyName: 'Control+G',
          variant: 'primary',
          onAction: () => void write.run({ approval: props.approval }),
          isDisabled: write.isWaiting,
        },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
      ]}
    >
      {write.isWaiting ? (
        <Waiting what={text('settings.export.writing')} longestSeconds={LONGEST_EXPORT_SECONDS} />
      ) : null}
      {write.problem === null ? null : <Notice tone="refused" {...describe(write.problem)} />}
      {value === undefined || write.isWaiting ? null : (
        <Notice
          tone="info"
          word={text('settings.export.written')}
          happened={text('settings.export.lacks', { fields: value.lacks.join(', ') })}
          next={text('settings.export.next')}
        >
          <p className={styles.path}>{value.path}</p>
        </Notice>
      )}
    </Screen>
  );
}

/** Another environment has a ledger, keys and staff of its own: a file sets it up as a whole. */
export function EnvironmentSection(props: { readonly onBack: () => void }) {
  const [read, setRead] = useState<Provisioning | null>(null);
  if (read === null)
    return <FileQuestion hint="settings.environment.hint" onRead={setRead} onBack={props.onBack} />;
  return (
    <>
      <TapeSlot>
        <SummaryTape summary={summaryOfFile(read)} />
      </TapeSlot>
      <Review provisioning={read} onBack={() => setRead(null)} />
    </>
  );
}
