import { ProblemNotice, useTillQuery } from '../../../app/index.ts';
import { Dialog, formatMoneyList, LoadingIndicator } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from './daily-file.module.css';

/** Shows the first lines of the file, unchanged. */
export function DailyFilePreviewDialog(props: {
  readonly day: string;
  readonly onClose: () => void;
}) {
  const text = useText();
  const language = useLanguage();
  const { value, problem, isPending } = useTillQuery(
    'reconciliation.preview',
    { day: props.day },
    { refetchOnMount: 'always' },
  );
  return (
    <Dialog title={value?.name ?? text('dailyFile.previewTitle')} onClose={props.onClose}>
      {isPending ? <LoadingIndicator label={text('dailyFile.reload')} maxSeconds={60} /> : null}
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {value === undefined ? null : (
        <>
          {value.isFinal ? null : <p>{text('dailyFile.previewOpen')}</p>}
          <textarea
            className={styles.preview}
            aria-label={text('dailyFile.preview')}
            value={value.text}
            rows={14}
            wrap="off"
            spellCheck={false}
            readOnly
          />
          <p>
            {[
              value.isWhole
                ? text('dailyFile.lines', { count: value.lines })
                : text('dailyFile.previewTruncated', { count: value.lines }),
              formatMoneyList(value.totals, language),
            ]
              .filter((words) => words !== '')
              .join(' · ')}
          </p>
        </>
      )}
    </Dialog>
  );
}
