import type { AuditVerdict } from '../../../../shared/contract/index.ts';
import { useTimeFormatter } from '../../../app/index.ts';
import { Notice } from '../../../components/index.ts';
import { type TextFunction, useText } from '../../../i18n/index.ts';
import styles from './audit.module.css';

/**
 * The result of the verification: the whole hash chain, up to which entry backups confirm it, and
 * its newest digest.
 */
export function AuditVerdictNotice(props: { readonly verdict: AuditVerdict }) {
  const { rows, head, problem, sealed, seals } = props.verdict;
  const text = useText();
  const clock = useTimeFormatter();
  const sealText =
    sealed === null
      ? text(seals === null ? 'audit.unreadSeals' : 'audit.noSeal')
      : text('audit.sealed', { number: sealed.number, at: clock.dateTime(sealed.at) });
  if (problem !== null) {
    return (
      <Notice
        tone="warning"
        toneText={text('audit.tampered')}
        title={formatVerdictProblem(text, problem)}
        impact={sealText}
        action={text('audit.tamperedAction')}
      />
    );
  }
  return (
    <Notice
      tone={seals === null ? 'warning' : 'info'}
      toneText={text(seals === null ? 'audit.notCompared' : 'audit.intact')}
      title={text('audit.intactRows', { count: rows })}
      impact={sealText}
    >
      {head === null ? null : (
        <p>
          {text('audit.headDigest', { number: head.number })}{' '}
          <span className={styles.digest}>{head.digest}</span>
        </p>
      )}
    </Notice>
  );
}

function formatVerdictProblem(
  text: TextFunction,
  problem: NonNullable<AuditVerdict['problem']>,
): string {
  switch (problem.kind) {
    case 'changed':
      return text('audit.problem.changed', { number: problem.number });
    case 'missing':
      return problem.from === problem.to
        ? text('audit.problem.missingOne', { number: problem.from })
        : text('audit.problem.missing', { from: problem.from, to: problem.to });
    case 'cut-off':
      return text('audit.problem.cutOff', {
        from: problem.from,
        to: problem.to,
        backup: problem.backup,
      });
    case 'replaced':
      return text('audit.problem.replaced', { number: problem.number, backup: problem.backup });
  }
}
