/**
 * Ends the sessions of a stolen till's login before they stop the chain. The limits are one table in
 * `electron/chain/schema/sessions.sql`, which also decides: this part asks it every two seconds, and
 * reports in the log and the health check. `chain status` reads the same from the database.
 */
export { createSessionWatch } from './session-watch.ts';
