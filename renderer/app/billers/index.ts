/**
 * Choosing billers and asking about them: the search over the cached catalogue while the cashier
 * types, its field and its list, and the fields of an account. Nothing here asks the service.
 */
export { AccountFields, getProblemField, isFieldProblem } from './account-fields.tsx';
export { SearchField } from './search-field.tsx';
export { getCountryName } from './type-names.ts';
export { useBillerSearch } from './use-biller-search.ts';
