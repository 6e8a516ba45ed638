/**
 * Whose fault a failed connection is: the till's link, its route, DNS, a proxy, something that
 * answers in the service's place, the shop's provider, the service, its keys or the clock.
 *
 * `diagnose-connection.ts` decides from facts; `gather-connection-facts.ts` gets them within four
 * seconds by opening connections to the service and to the other servers in the settings. Nothing
 * is sent to anybody else, and no request is sent at all.
 */
export { type ConnectionCheck, createConnectionCheck } from './connection-check.ts';
