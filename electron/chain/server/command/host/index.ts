/**
 * `chain host` and `chain move`: the database and the process of a chain on the computer of a shop's main
 * till (Debian and Ubuntu), without a database administrator. `docs/two-tills.md` is the way through it.
 *
 * - Each step leaves alone what is done already, so an interrupted run is continued by running the command
 *   again. Programs of the system are behind `HostComputer`.
 * - The chain has a cluster of its own, on a port of its own, with a certificate authority of its own.
 *   Other clusters of the computer are never changed.
 * - The computer's own programs use 127.0.0.1, so that they work on when its address changes. Other tills
 *   get the address that `host.json` has.
 * - Root alone can read the files in `/etc/mostrador/host`, and `chain.json`. A file for the till is made
 *   as the till's own from its first moment.
 * - A move is a last backup, made after nobody but this computer's administrator was let in. A restore sets
 *   the database that is there aside; it deletes only what an interrupted restore left. In both cases the
 *   authority and the logins stay, so that tills only need the new address, which a join code gives them.
 * - A backup has everything that serves the chain again on another computer; its keys are this computer's
 *   and the owner's recovery key.
 */

export { backUpChain } from './back-up-chain.ts';
export { createHostComputer, type HostComputer } from './host-computer.ts';
export { cancelMove, moveHostOut } from './move-host.ts';
export { type HostSecrets, readHostSecrets } from './process-config.ts';
export { restoreHost } from './restore-host.ts';
export { setUpHost } from './set-up-host.ts';
