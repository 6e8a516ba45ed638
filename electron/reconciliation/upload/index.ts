export { createPinnedKeys } from './host-keys.ts';
export { createSchedule, type Schedule } from './schedule.ts';
export { tryServer } from './try-server.ts';
export { createUploads, type Uploads } from './uploads.ts';
