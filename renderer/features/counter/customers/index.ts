/**
 * The room of the customers who come back (F7): who is kept, found by phone, name or account, with
 * what anybody may be shown of them; and the way to delete one or all, for good. The home screen
 * finds them too, in its search field (`renderer/app/billers`).
 */
export { CustomersPage } from './customers-page.tsx';
