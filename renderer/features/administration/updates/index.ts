/**
 * The updates page, for an owner: the current and the available version, what the installation
 * waits for, and the installation.
 */
export { UpdatesPage } from './updates-page.tsx';
