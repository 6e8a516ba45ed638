export { StaffRoom } from './staff.tsx';
