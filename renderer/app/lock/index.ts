/**
 * The lock: by key (F10), after idle time, and when the machine sleeps. Nobody is signed in to main
 * then. The page stays mounted beneath the sign-in, inert, unseen and without reacting to keys
 * (`LockedPage`); `page-cashier.ts` decides what becomes of it when somebody signs in. If the same
 * cashier returns, she gets her session back and sees her gift card's code again. Anybody else gets
 * a new session, and decides whether to take over the customer being served.
 */
export { LockedPage } from './locked-page.tsx';
