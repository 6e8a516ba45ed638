/**
 * Bytes for a printer. What stands around the service's text goes through node-thermal-printer;
 * the service's text, the cut and the drawer never do.
 */
export { type Composed, compose, type Paper } from './compose.ts';
