/**
 * The daily file: the days of this till, what each file holds and how its upload stands, its
 * differences from the service's own list, and what a person decides where nobody else can. What
 * each call promises stands in electron/reconciliation. Days are the chain's.
 */
export { DailyFile } from './daily-file.tsx';
