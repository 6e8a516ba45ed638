import type { DailyFileState } from '../../../../shared/contract/index.ts';
import { Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './daily-file.module.css';

/** Warns about a host key that is not confirmed yet. */
export function HostKeyNotice({ state }: { readonly state: DailyFileState }) {
  const text = useText();
  const { seen, confirmed } = state.hostKeys;
  if (seen === null || state.server === null) return null;
  const { host } = state.server;
  return (
    <Notice
      tone="warning"
      title={text(confirmed === null ? 'dailyFile.keyNew' : 'dailyFile.keyChanged', { host })}
      action={text(confirmed === null ? 'dailyFile.keyNewAction' : 'dailyFile.keyChangedAction')}
    >
      <p className={styles.fingerprint}>{seen.fingerprint}</p>
    </Notice>
  );
}
