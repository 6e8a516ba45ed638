import { useTillQuery } from '../../../app/index.ts';

/** The name of a biller in the settings, once the catalogue has it. */
export function CashOutBillerName(props: { readonly id: number }) {
  const { id } = props;
  const found = useTillQuery('catalog.biller', { id });
  return <>{found.value?.biller.name ?? String(id)}</>;
}
