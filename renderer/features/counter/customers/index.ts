/**
 * The back-office page of returning customers (F7): a search by phone, name or account, which shows
 * each role only what it may see, and the permanent deletion of one or all. The search field of the
 * home screen finds them too (`renderer/app/billers`).
 */
export { CustomersPage } from './customers-page.tsx';
