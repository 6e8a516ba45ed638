/** The staff's room: who works here, added, changed, disabled and released by whoever may. */
export { StaffRoom } from './staff.tsx';
