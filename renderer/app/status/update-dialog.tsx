import type { StatusLevel, UpdateStatus } from '../../../shared/contract/index.ts';
import { Dialog, Notice } from '../../components/index.ts';
import { type TextKey, useText } from '../../i18n/index.ts';
import { useTill } from '../till/index.ts';
import { useProblemText } from '../use-problem-text.ts';
import { useOpenRouteAction } from './back-office-dialogs.tsx';
import type { StatusDialogProps } from './status-topic.ts';
import styles from './update-dialog.module.css';

/** The indicator's text: whether an update is offered, ready, refused or blocked. */
export function getUpdateTextKey(update: UpdateStatus): TextKey {
  if (update.refused !== null) return 'update.refused';
  if (update.waitsFor.length > 0) return 'update.waits';
  return update.isReady ? 'update.ready' : 'update.offered';
}

export function getUpdateStatusLevel({ refused, waitsFor }: UpdateStatus): StatusLevel {
  return refused === null && waitsFor.length === 0 ? 'good' : 'asleep';
}

/** A newer version and its blockers, or the reason why it was not accepted. The till can sell. */
export function UpdateDialog(props: StatusDialogProps) {
  const text = useText();
  const describe = useProblemText();
  const { applicationVersion } = useTill();
  const { update } = props.status;
  const { canOpen, actions } = useOpenRouteAction(
    { name: 'updates' },
    'updates',
    text('update.open'),
    props.onClose,
  );
  return (
    <Dialog title={text('update.title')} onClose={props.onClose} actions={actions}>
      {update === null ? <Notice tone="info" title={text('update.resolved')} /> : null}
      {update === null || update.refused === null ? null : (
        <Notice
          tone="warning"
          toneText={text('update.refused')}
          {...describe({ kind: 'update', reason: update.refused })}
          {...(canOpen ? {} : { action: text('update.actionForOthers') })}
        />
      )}
      {update === null || update.version === null ? null : (
        <Notice
          tone="info"
          toneText={update.version}
          title={text(update.isReady ? 'update.notice.ready' : 'update.notice', {
            version: update.version,
            now: applicationVersion,
          })}
          action={text(getActionTextKey(update, canOpen))}
        />
      )}
      {update === null ? null : <UpdateBlockers waitsFor={update.waitsFor} />}
    </Dialog>
  );
}

function getActionTextKey({ by, isReady }: UpdateStatus, canOpen: boolean): TextKey {
  if (by !== 'owner') return 'update.actionForOthers.fleet';
  if (!isReady) return 'update.downloading';
  return canOpen ? 'update.action' : 'update.actionForOthers';
}

/** What must be finished before the update. */
export function UpdateBlockers(props: { readonly waitsFor: UpdateStatus['waitsFor'] }) {
  const text = useText();
  if (props.waitsFor.length === 0) return null;
  return (
    <section aria-label={text('update.blockers')}>
      <p>{text('update.blockers')}</p>
      <ul className={styles.blockers}>
        {props.waitsFor.map((blocker) => (
          <li key={blocker}>{text(`update.blocker.${blocker}`)}</li>
        ))}
      </ul>
    </section>
  );
}
