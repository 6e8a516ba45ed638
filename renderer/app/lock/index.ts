/**
 * The lock: by key (F10), after idle time, and when the machine sleeps. In main nobody is signed in
 * then; the page stays mounted beneath the sign-in, inert, unseen and deaf (`LockedPage`), and
 * `standing.ts` says what becomes of it when somebody comes. The same cashier gets back the session
 * that she had, so that she sees her gift card's code again; anybody else gets a new one, and
 * decides whether to take over a customer who is in hand.
 */
export { LockedPage } from './locked-page.tsx';
