/**
 * The staff screens: who works here, and adding, changing, disabling and releasing them, for those
 * who may.
 */
export { StaffPage } from './staff-page.tsx';
