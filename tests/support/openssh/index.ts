/**
 * A real OpenSSH server on loopback, with its own keys, configuration and folder, for tests of the
 * upload. Whoever runs the tests logs in as himself, by key; by password only where a name space of
 * mounts may be made (root), in which that user's password is another one.
 */
export { type ConnectionGate, openConnectionGate } from './connection-gate.ts';
export { createKeyPair, type OpenSsh, startOpenSsh } from './server.ts';
