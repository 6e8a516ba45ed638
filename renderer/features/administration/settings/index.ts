/**
 * The settings of a till that is set up, one section at a time, each checked before it is kept.
 * Secrets are retyped or stay; none is ever shown. An owner sees every section. Anybody else needs
 * an owner's PIN for each section: viewing, testing and keeping it are noted, and afterwards the
 * PIN is asked for again. A lock closes the section.
 */
export { SettingsPage } from './settings-page.tsx';
