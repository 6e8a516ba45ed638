import type { AuditVerdict } from '../../../../shared/contract/index.ts';
import { useTimeFormatter } from '../../../app/index.ts';
import { Notice } from '../../../components/index.ts';
import { type TextFunction, useText } from '../../../i18n/index.ts';
import styles from './audit.module.css';

/**
 * The result of the check: the whole hash chain, how far backups confirm it, and its newest digest.
 */
export function VerdictNotice(props: { readonly verdict: AuditVerdict }) {
  const { rows, head, trouble, sealed, seals } = props.verdict;
  const text = useText();
  const clock = useTimeFormatter();
  const vouched =
    sealed === null
      ? text(seals === null ? 'audit.unreadSeals' : 'audit.noSeal')
      : text('audit.sealed', { number: sealed.number, at: clock.dateTime(sealed.at) });
  if (trouble !== null) {
    return (
      <Notice
        tone="warning"
        word={text('audit.broken')}
        happened={formatVerdictProblem(text, trouble)}
        money={vouched}
        next={text('audit.brokenNext')}
      />
    );
  }
  return (
    <Notice
      tone={seals === null ? 'warning' : 'info'}
      word={text(seals === null ? 'audit.notCompared' : 'audit.whole')}
      happened={text('audit.wholeRows', { count: rows })}
      money={vouched}
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
  trouble: NonNullable<AuditVerdict['trouble']>,
): string {
  switch (trouble.kind) {
    case 'changed':
      return text('audit.trouble.changed', { number: trouble.number });
    case 'missing':
      return trouble.from === trouble.to
        ? text('audit.trouble.missingOne', { number: trouble.from })
        : text('audit.trouble.missing', { from: trouble.from, to: trouble.to });
    case 'cut-off':
      return text('audit.trouble.cutOff', {
        from: trouble.from,
        to: trouble.to,
        backup: trouble.backup,
      });
    case 'replaced':
      return text('audit.trouble.replaced', { number: trouble.number, backup: trouble.backup });
  }
}
