/**
 * The settings of a provisioned till, one section at a time. Main validates each change before it
 * saves it. Secrets are typed again or left unchanged, and never shown. An owner sees every
 * section. Anyone else needs an owner's PIN for each section; viewing, testing and saving are
 * recorded in the audit log, and leaving the section discards the PIN. A lock closes the section.
 */
export { SettingsPage } from './settings-page.tsx';
