/**
 * The staff screens: who works here, and adding, changing, disabling and releasing them, for those
 * who may.
 */
export { StaffRoom } from './staff.tsx';
