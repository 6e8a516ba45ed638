/**
 * How a receipt leaves the till without paper: into a file that a person chooses, or into the system's
 * mail program. No service of ours is in between, and the till never learns the customer's address.
 *
 * In the browser shell there is no dialog of the system: the page gets the file, and the browser saves
 * it. Errors are `without-paper` problems; none is swallowed.
 */
export { createOutlets, type OutletPorts } from './outlets.ts';
