import type { AuditVerdict } from '../../../../shared/contract/index.ts';
import { useTimeFormatter } from '../../../app/index.ts';
import { Notice } from '../../../components/index.ts';
import { type TextFunction, useText } from '../../../i18n/index.ts';
import styles from './audit.module.css';

/**
 * The result of the verification: the whole hash chain, up to which entry backups confirm it, and
 * its newest digest.
 */
export function VerdictNotice(props: { readonly verdict: AuditVerdict }) {
  const { rows, head, trouble, sealed, seals } = props.verdict;
  const text = useText();
  const clock = useTimeFormatter();
  const sealText =
    sealed === null
      ? text(seals === null ? 'audit.unreadSeals' : 'audit.noSeal')
      : text('audit.sealed', { number: sealed.number, at: clock.dateTime(sealed.at) });
  if (trouble !== null) {
    return (
      <Notice
        tone="warning"
        word={text('audit.broken')}
        title={formatVerdictProblem(text, trouble)}
        impact={sealText}
        action={text('audit.brokenAction')}
      />
    );
  }
  return (
    <Notice
      tone={seals === null ? 'warning' : 'info'}
      word={text(seals === null ? 'audit.notCompared' : 'audit.whole')}
      title={text('audit.wholeRows', { count: rows })}
      impact={sealText}
    >
      {head === null ? null : (
        <p>
          {text('audit.head', { number: head.number })}{' '}
          <span className={styles.digest}>{head.digest}</span>
        </p>
      )}
    </Notice>
  );
}

function formatVerdictProblem(
  text: TextFunction,
  problem: NonNullable<AuditVerdict['trouble']>,
): string {
  switch (problem.kind) {
    case 'changed':
      return text('audit.trouble.changed', { number: problem.number });
    case 'missing':
      return problem.from === problem.to
        ? text('audit.trouble.missingOne', { number: problem.from })
        : text('audit.trouble.missing', { from: problem.from, to: problem.to });
    case 'cut-off':
      return text('audit.trouble.cutOff', {
        from: problem.from,
        to: problem.to,
        backup: problem.backup,
      });
    case 'replaced':
      return text('audit.trouble.replaced', { number: problem.number, backup: problem.backup });
  }
}
