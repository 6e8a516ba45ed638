export { BackupRoom } from './backup-room.tsx';
