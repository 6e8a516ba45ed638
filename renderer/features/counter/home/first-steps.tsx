import { TrainingAccountList, useTill } from '../../../app/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './home.module.css';

/** What to do, on a home screen that has nothing to list yet; in training, what to try. */
export function FirstSteps() {
  const text = useText();
  const isTraining = useTill().environment === 'training';
  if (isTraining) return <Practice />;
  return (
    <div className={styles.firstSteps}>
      <h2>{text('home.first.title')}</h2>
      <ol>
        <li>{text('home.first.search')}</li>
        <li>{text('home.first.account')}</li>
        <li>{text('home.first.cash')}</li>
      </ol>
    </div>
  );
}

function Practice() {
  const text = useText();
  return (
    <div className={styles.firstSteps}>
      <h2>{text('practice.accounts')}</h2>
      <p>{text('home.first.practiceHint')}</p>
      <TrainingAccountList />
      <p>{text('home.first.faults')}</p>
    </div>
  );
}
