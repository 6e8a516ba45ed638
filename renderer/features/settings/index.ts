/**
 * The settings of a till that is set up, one section at a time, each checked before it is kept.
 * Secrets are typed anew or stay; none is ever shown. An owner sees every section. Anybody else has
 * an owner's PIN for one section: it is seen, tried and kept, each of which is noted, and then the
 * PIN is asked for again. A lock closes the section.
 */
export { SettingsRoom } from './settings.tsx';
