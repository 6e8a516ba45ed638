/**
 * The lock: by key (F10), after idle time, and when the machine sleeps. Nobody is signed in to main
 * while locked. The page stays mounted beneath the sign-in, inert, hidden and without key bindings
 * (`LockedPage`); `page-cashier.ts` decides what happens to it at the next sign-in. The same
 * cashier gets the session back, including the code of a gift card. Another cashier gets a new
 * session, and decides whether to take over the customer being served.
 */
export { LockedPage } from './locked-page.tsx';
