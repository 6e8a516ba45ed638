import { useEffect } from 'react';
import { useCall, useNavigation } from '../../app/index.ts';
import { Empty, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { ProblemNotice } from '../pay/index.ts';
import { CatalogNotice } from './catalog-notice.tsx';
import { SearchField } from './search-field.tsx';
import { useBillerSearch } from './use-biller-search.ts';

/**
 * The home screen: a search field first. A payment that this cashier still has in hand comes before
 * it, so that a page that was reloaded in the middle stands where the payment stands.
 */
export function Home() {
  const { open } = useNavigation();
  const call = useCall();
  const text = useText();
  const choose = (billerId: number) => open({ name: 'pay', billerId });
  const search = useBillerSearch(choose);

  useEffect(() => {
    let isHere = true;
    void call('payments.inHand', {}).then((answer) => {
      if (isHere && answer.ok && answer.value) {
        open({ name: 'pay', billerId: answer.value.billerId });
      }
    });
    return () => {
      isHere = false;
    };
  }, [call, open]);

  const typed = search.text.trim();
  const isEmpty = search.found.length === 0 && !search.isWaiting && search.problem === null;
  return (
    <Screen title={text('home.title')}>
      <SearchField search={search} onChoose={choose} />
      {search.problem === null ? null : <ProblemNotice problem={search.problem} />}
      {isEmpty ? (
        <Empty title={typed === '' ? text('home.first') : text('home.none', { text: typed })}>
          {text(typed === '' ? 'home.firstMore' : 'home.noneMore')}
        </Empty>
      ) : null}
      <CatalogNotice />
    </Screen>
  );
}
