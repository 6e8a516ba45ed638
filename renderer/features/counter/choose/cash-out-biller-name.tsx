import { useTillQuery } from '../../../app/index.ts';

/** Shows the name of a cash-out biller from the settings; its id until the catalogue has it. */
export function CashOutBillerName(props: { readonly id: number }) {
  const { id } = props;
  const billerQuery = useTillQuery('catalog.biller', { id });
  return <>{billerQuery.value?.biller.name ?? String(id)}</>;
}
