export { SettingsRoom } from './settings.tsx';
