import type { EnvironmentName } from '../../../shared/contract/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from './environment-banner.module.css';

/** A banner across the whole width that states that no real money is moved. Production has none. */
export function EnvironmentBanner(props: { readonly environment: EnvironmentName }) {
  const text = useText();
  if (props.environment === 'production') return null;
  return (
    <section className={styles.banner} aria-label={text(`frame.${props.environment}`)}>
      <span className={styles.stripes} aria-hidden="true" />
      <strong className={styles.label}>{text(`frame.${props.environment}`)}</strong>
      <span>{text(`frame.${props.environment}.more`)}</span>
      <span className={styles.stripes} aria-hidden="true" />
    </section>
  );
}
