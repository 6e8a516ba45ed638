/**
 * Choosing a biller and entering an account: the search over the cached catalogue while the cashier
 * types, its field and its list, and the account fields. Nothing here calls the service.
 */
export { AccountFields, getProblemField, isAccountFieldProblem } from './account-fields.tsx';
export { BillerSearchField } from './search-field.tsx';
export { getCountryName } from './type-names.ts';
export { useBillerSearch } from './use-biller-search.ts';
