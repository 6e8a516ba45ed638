/**
 * A real OpenSSH server on loopback, with its own keys, configuration and folder, for tests of the
 * upload. The login is the user who runs the tests, by key. Login by password works only where the
 * test may create a mount namespace (as root), in which that user has another password.
 */
export { type ConnectionGate, openConnectionGate } from './connection-gate.ts';
export { createKeyPair, type OpenSsh, startOpenSsh } from './server.ts';
