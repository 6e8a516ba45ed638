/**
 * The settings of a till that is set up, one section at a time, each checked before it is kept.
 * Secrets are typed anew or stay; none is ever shown. For an owner, or whoever has an owner's PIN
 * for one section.
 */
export { SettingsRoom } from './settings.tsx';
