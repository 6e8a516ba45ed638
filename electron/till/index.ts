/**
 * Builds a till by hand from its settings, and holds the one that is open. Everything that main
 * does for the page goes through `TillHost`. Answers `storage`, `provisioning`, `no-key-store` and
 * `payment-state` problems; damaged files are named and left as they are.
 */
export { createTillHost, type TillHost } from './host.ts';
export type { OpenTill } from './open-till.ts';
export { readInsistence, restoreAtStart } from './restore.ts';
export type { ActOf, SettingsRoom } from './settings-room.ts';
