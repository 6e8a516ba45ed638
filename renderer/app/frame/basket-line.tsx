import { formatMoneyInSentence } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useNavigation } from '../navigation.ts';
import { useTillQuery } from '../till/index.ts';
import styles from './basket-line.module.css';

/**
 * While a customer's basket is collected, a line on every screen says so, because the next payment
 * goes into it. The basket's own screen shows more.
 */
export function CurrentBasketLine() {
  const text = useText();
  const language = useLanguage();
  const { route } = useNavigation();
  const basket = useTillQuery('basket.current', {}).value;
  if (basket?.state !== 'collecting' || route.name === 'basket') return null;
  return (
    <p className={styles.line} role="status">
      {text('basket.line', {
        count: basket.items.length,
        total: formatMoneyInSentence(basket.due, language),
      })}
    </p>
  );
}
