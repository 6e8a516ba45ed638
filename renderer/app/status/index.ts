/**
 * The status line: a light for the service, the printer, the account, the lists, the daily file and
 * the backup, and what each means in plain words with what to do. The printer's light also lists the
 * papers that nobody has in hand: what was refused, what failed and what is not known. One that
 * nobody needs is set aside, and can still be printed as a copy.
 */
export { StatusBar } from './status-bar.tsx';
