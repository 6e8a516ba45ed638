/**
 * The lock: by key (F10), after idle time, and when the machine sleeps. What is on the page waits
 * beneath the sign-in (`LockedPage`); `standing.ts` says what becomes of it when somebody comes.
 */
export { LockedPage } from './locked-page.tsx';
