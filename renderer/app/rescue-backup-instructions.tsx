import type { RescueBackup } from '../../shared/contract/index.ts';
import { Facts, LoadingIndicator, Notice } from '../components/index.ts';
import { useText } from '../i18n/index.ts';
import styles from './rescue-backup-instructions.module.css';
import { type TillQuery, useTillQuery, useTimeFormatter } from './till/index.ts';
import { useProblemText } from './use-problem-text.ts';

const MAX_WAIT_SECONDS = 300;

type BackupToRestoreQuery = TillQuery<RescueBackup | null>;

/** Queries only if the ledger is damaged, because main then reads whole files. */
export function useBackupToRestore(isDamaged: boolean): BackupToRestoreQuery {
  return useTillQuery('backup.findRescueBackup', {}, { enabled: isDamaged });
}

/**
 * Shows which backup can replace the ledger, and how. A person restores it, and must know what is
 * lost.
 */
export function RescueBackupInstructions(props: { readonly rescueBackup: BackupToRestoreQuery }) {
  const text = useText();
  const describe = useProblemText();
  const { value, problem, isFetching } = props.rescueBackup;
  if (isFetching) {
    return <LoadingIndicator label={text('app.rescue.searching')} maxSeconds={MAX_WAIT_SECONDS} />;
  }
  if (problem !== null) return <Notice tone="refused" {...describe(problem)} />;
  if (value === undefined || value === null) return null;
  if (value.newest === null) {
    return (
      <Notice
        tone="warning"
        title={text('app.rescue.none', { folder: value.folder })}
        action={text('app.rescue.noneAction')}
      />
    );
  }
  return <RestoreSteps newest={value.newest} />;
}

function RestoreSteps(props: { readonly newest: NonNullable<RescueBackup['newest']> }) {
  const text = useText();
  const timeFormatter = useTimeFormatter();
  const { copy, file, approvers } = props.newest;
  const { lastPaymentAt } = copy;
  const example = JSON.stringify({ cashierId: approvers[0]?.id ?? '', pin: '0000' });
  return (
    <section className={styles.rescue} aria-label={text('app.rescue')}>
      <h2 className={styles.title}>{text('app.rescue')}</h2>
      <Facts
        facts={[
          { name: text('app.rescue.newest'), value: timeFormatter.dateTime(copy.madeAt) },
          { name: text('app.rescue.payments'), value: String(copy.payments) },
          {
            name: text('app.rescue.lastPayment'),
            value:
              lastPaymentAt === null
                ? text('app.rescue.noPayment')
                : timeFormatter.dateTime(lastPaymentAt),
          },
          { name: text('app.rescue.file'), value: file },
        ]}
      />
      <ol className={styles.steps}>
        <li>{text('app.rescue.close')}</li>
        <li>
          {text('app.rescue.pin', {
            example,
            people: approvers.map(({ id, name }) => `${name} (${id})`).join(', '),
          })}
        </li>
        <li>
          {text('app.rescue.open', {
            command: `--restore "${file}" --insist "${text('app.rescue.pinFile')}"`,
          })}
        </li>
        <li>{text('app.rescue.missing')}</li>
      </ol>
    </section>
  );
}
