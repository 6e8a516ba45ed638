export { DailyFile } from './daily-file.tsx';
